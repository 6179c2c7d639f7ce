import { Paper, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ListSkeleton } from './ListSkeleton.tsx';
import classes from './LongTable.module.css';
import { HeadCells, type ResponsiveTableProps, RowCells } from './ResponsiveTable.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

type LongTableProps<Row> = Omit<ResponsiveTableProps<Row>, 'currentKey'> & {
  /** How many rows there are in all, fetched or not. */
  total: number;
  /** Called when the last of the fetched rows come into sight. */
  onEnd: () => void;
};

const SKELETON_ROWS = 6;
/** Heights in pixels until a row was measured. */
const ROW_HEIGHT = 79;
const CARD_HEIGHT = 163;
const CARD_GAP = 12;

/**
 * A list as `ResponsiveTable` shows it, for any number of rows: only those in sight are in the page,
 * which scrolls as if all were.
 */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  if (props.loading) return <ListSkeleton rows={SKELETON_ROWS} />;
  if (props.rows.length === 0) return props.empty;
  return isWide ? <WideTable {...props} /> : <CardList {...props} />;
}

function WideTable<Row>({ columns, rows, rowKey, caption, total, ...props }: LongTableProps<Row>) {
  const { list, visible, before, after, measure } = useVisibleRows<HTMLTableElement>({
    name: `${caption}, rows`,
    count: rows.length,
    height: ROW_HEIGHT,
    gap: 0,
    onEnd: props.onEnd,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where the table is wider than its place, arrow keys move it.
    <section className={classes.scroller} tabIndex={0} aria-label={caption}>
      <Table
        ref={list}
        className={classes.table}
        verticalSpacing="sm"
        horizontalSpacing="md"
        highlightOnHover
        aria-rowcount={total + 1}
      >
        <Table.Caption className={classes.caption}>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead className={classes.head}>
          <Table.Tr aria-rowindex={1}>
            <HeadCells columns={columns} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={before} columns={columns.length} />
          {visible.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Table.Tr
                key={rowKey(row)}
                ref={measure}
                data-index={index}
                aria-rowindex={index + 2}
                className={classes.row}
                data-highlighted={rowKey(row) === props.highlightedKey || undefined}
              >
                <RowCells columns={columns} row={row} />
              </Table.Tr>
            );
          })}
          <Gap height={after} columns={columns.length} />
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.gap}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function CardList<Row>({ rows, rowKey, card, caption, total, ...props }: LongTableProps<Row>) {
  const { list, visible, before, after, measure } = useVisibleRows<HTMLUListElement>({
    name: `${caption}, cards`,
    count: rows.length,
    height: CARD_HEIGHT,
    gap: CARD_GAP,
    onEnd: props.onEnd,
  });
  return (
    <ul
      ref={list}
      className={classes.cards}
      style={{ paddingTop: before, paddingBottom: after, gap: CARD_GAP }}
      aria-label={caption}
    >
      {visible.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <Paper
            component="li"
            key={rowKey(row)}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={total}
            withBorder
            p="md"
            className={classes.row}
            data-highlighted={rowKey(row) === props.highlightedKey || undefined}
          >
            {card(row)}
          </Paper>
        );
      })}
    </ul>
  );
}
