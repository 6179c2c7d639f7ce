import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWiderThan } from '../use-wider-than.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import classes from './LongTable.module.css';
import { HeadCells, type ResponsiveTableProps, RowCells } from './ResponsiveTable.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

type LongTableProps<Row> = Omit<ResponsiveTableProps<Row>, 'currentKey'> & {
  /** Number of rows, including rows not fetched yet. */
  total: number;
  /** Called when the last fetched rows become visible. */
  onEnd: () => void;
  /** Group key of a row; rows of a group are adjacent. */
  groupOf: (row: Row) => string | number;
  groupLabel: (row: Row) => ReactNode;
  /** On narrow screens, names what is at the end of each card, next to the group's label. */
  cardGroupNote: string;
};

const SKELETON_ROWS = 6;
/** A table needs 52rem in every language, plus a sidebar of 16rem and margins of 2rem. */
const TABLE_FITS = '72em';
/** Estimated heights in pixels until a row is measured. */
const ROW_HEIGHT = 44;
const ROW_GROUP_HEIGHT = 31;
const CARD_HEIGHT = 47;
const CARD_GROUP_HEIGHT = 27;

/** A virtualized `ResponsiveTable` for any number of rows: only visible rows are in the DOM. */
export function LongTable<Row>(props: LongTableProps<Row>) {
  const isWide = useWiderThan(TABLE_FITS);
  if (props.loading) return <ListSkeleton rows={SKELETON_ROWS} />;
  if (props.rows.length === 0) return props.empty;
  return isWide ? <WideTable {...props} /> : <CardList {...props} />;
}

function beginningsOf<Row>({ rows, groupOf }: Pick<LongTableProps<Row>, 'rows' | 'groupOf'>) {
  return (index: number): boolean => {
    const [row, before] = [rows[index], rows[index - 1]];
    if (row === undefined || before === undefined) return row !== undefined;
    return groupOf(row) !== groupOf(before);
  };
}

function WideTable<Row>(props: LongTableProps<Row>) {
  const { columns, rows, rowKey, caption, total } = props;
  const begins = beginningsOf(props);
  const { list, visible, before, after, measure } = useVisibleRows<HTMLTableElement>({
    name: `${caption}, rows`,
    count: rows.length,
    heightOf: (index) => ROW_HEIGHT + (begins(index) ? ROW_GROUP_HEIGHT : 0),
    onEnd: props.onEnd,
  });
  return (
    <Table
      ref={list}
      className={classes.table}
      verticalSpacing="2xs"
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
      <Gap height={before} columns={columns.length} />
      {visible.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <Table.Tbody key={rowKey(row)} ref={measure} data-index={index}>
            {begins(index) && (
              <Table.Tr className={classes.group}>
                <Table.Th colSpan={columns.length} scope="rowgroup">
                  {props.groupLabel(row)}
                </Table.Th>
              </Table.Tr>
            )}
            <Table.Tr
              aria-rowindex={index + 2}
              className={classes.row}
              data-highlighted={rowKey(row) === props.highlightedKey || undefined}
            >
              <RowCells columns={columns} row={row} />
            </Table.Tr>
          </Table.Tbody>
        );
      })}
      <Gap height={after} columns={columns.length} />
    </Table>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden className={classes.gap}>
      <tr>
        <td colSpan={columns} style={{ height }} />
      </tr>
    </tbody>
  );
}

function CardList<Row>(props: LongTableProps<Row>) {
  const { rows, rowKey, card, caption, total } = props;
  const begins = beginningsOf(props);
  const { list, visible, before, after, measure } = useVisibleRows<HTMLUListElement>({
    name: `${caption}, cards`,
    count: rows.length,
    heightOf: (index) => CARD_HEIGHT + (begins(index) ? CARD_GROUP_HEIGHT : 0),
    onEnd: props.onEnd,
  });
  return (
    <ul
      ref={list}
      className={classes.cards}
      style={{ paddingTop: before, paddingBottom: after }}
      aria-label={caption}
    >
      {visible.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={rowKey(row)}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={total}
          >
            {begins(index) && (
              <div className={classes.groupLabel}>
                <span>{props.groupLabel(row)}</span>
                <span aria-hidden>{props.cardGroupNote}</span>
              </div>
            )}
            <div
              className={classes.row}
              data-highlighted={rowKey(row) === props.highlightedKey || undefined}
            >
              {card(row)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
