import { Paper, ScrollArea, Table, VisuallyHidden } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { type MouseEvent, memo, type ReactNode } from 'react';
import type { ListWithViews } from '#contract/saved-views/rules.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '../use-wider-than.ts';
import { ColumnsButton } from './ColumnsButton.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';
import { useHiddenColumns } from './list-layout.ts';
import classes from './ResponsiveTable.module.css';
import { useDensity } from './use-density.ts';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  /** Must be a stable function: rows re-render only if it changes. */
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'center' | 'right';
  width?: string | number;
  /** Its content never wraps. */
  isOneLine?: boolean;
  /** Takes about a third of the table; longer texts are shortened to the column's width. */
  isWide?: boolean;
};

export type ResponsiveTableProps<Row> = {
  columns: Column<Row>[];
  /** Set if people choose the columns of the table. */
  list?: ListWithViews;
  rows: Row[];
  rowKey: (row: Row) => string;
  card: (row: Row) => ReactNode;
  /** Minimum screen width at which all columns fit in every language; default: 48em. */
  tableFrom?: '62em' | typeof MANY_COLUMNS;
  highlightedKey?: string;
  /** Keys of removed rows. Their space stays empty, so that other rows do not move. */
  goneKeys?: string[];
  /** Called on a click on the row, except on its buttons, links and menus. */
  onRow?: (row: Row) => void;
  currentKey?: string;
  loading?: boolean;
  empty: ReactNode;
  caption: string;
};

/** Minimum screen width for tables of seven columns or more next to the sidebar. */
export const MANY_COLUMNS = '80em';

const SKELETON_ROWS = 6;
const ONE_LINE = { whiteSpace: 'nowrap' } as const;
/** Without an own width, a cell does not widen its column. */
const NO_OWN_WIDTH = { maxWidth: 0 };
const PRESSABLE = 'a, button, input, label, [role=menu]';

/** A list that is a table if all columns fit, and cards on narrower screens. */
export function ResponsiveTable<Row>(props: ResponsiveTableProps<Row>) {
  const isWide = useWiderThan(props.tableFrom ?? BESIDE_SIDEBAR);
  if (props.loading) return <ListSkeleton rows={SKELETON_ROWS} />;
  if (props.rows.length === 0) return props.empty;
  return isWide ? <WideTable {...props} /> : <CardList {...props} />;
}

function WideTable<Row>(props: ResponsiveTableProps<Row>) {
  const { list, rows, rowKey, caption } = props;
  const hidden = useHiddenColumns(list);
  const columns = props.columns.filter(({ key }) => !hidden.includes(key));
  const choice = list && <ColumnsButton list={list} columns={props.columns} />;
  const attributes = rowAttributes(props);
  const [density] = useDensity();
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': caption }}>
      <Table
        className={classes.table}
        data-density={density}
        verticalSpacing={density === 'compact' ? '3xs' : 'xs'}
        horizontalSpacing={density === 'compact' ? '2xs' : 'xs'}
        highlightOnHover
      >
        <Table.Caption className={classes.caption}>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <HeadCells columns={columns} choice={choice} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} {...attributes(row)} columns={columns} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

type RowAttributes = {
  'data-key': string;
  'data-highlighted': true | undefined;
  'data-gone': true | undefined;
  'aria-current': true | undefined;
};

type TableRowProps<Row> = RowAttributes & {
  row: Row;
  columns: Column<Row>[];
  onRow: ((row: Row) => void) | undefined;
};

/** Memoized: most updates change one or two of many rows. */
const TableRow = memo(
  function TableRow<Row>({ row, columns, onRow, ...attributes }: TableRowProps<Row>) {
    return (
      <Table.Tr {...attributes} {...pressOf(row, onRow)}>
        <RowCells columns={columns} row={row} />
      </Table.Tr>
    );
  },
  (before, after) => {
    const { columns: known, ...others } = before;
    const { columns, ...news } = after;
    return hasSameCells(known, columns) && shallowEqual(others, news);
  },
) as <Row>(props: TableRowProps<Row>) => ReactNode;

function hasSameCells<Row>(known: Column<Row>[], columns: Column<Row>[]): boolean {
  return (
    known.length === columns.length &&
    columns.every(({ cell, align }, at) => cell === known[at]?.cell && align === known[at]?.align)
  );
}

function rowAttributes<Row>(props: ResponsiveTableProps<Row>) {
  return (row: Row): RowAttributes & Pick<TableRowProps<Row>, 'onRow'> => {
    const key = props.rowKey(row);
    return {
      'data-key': key,
      'data-highlighted': key === props.highlightedKey || undefined,
      'data-gone': props.goneKeys?.includes(key) || undefined,
      'aria-current': key === props.currentKey || undefined,
      onRow: props.onRow,
    };
  };
}

function pressOf<Row>(row: Row, onRow: ((row: Row) => void) | undefined) {
  return {
    className: classes.row,
    'data-pressable': onRow !== undefined || undefined,
    onClick: ({ target }: MouseEvent) => {
      const isPlain = target instanceof Element && !target.closest(PRESSABLE);
      // A click that ends a text selection does not open the row.
      if (isPlain && !window.getSelection()?.toString()) onRow?.(row);
    },
  };
}

type HeadCellsProps<Row> = { columns: Column<Row>[]; choice?: ReactNode };

/** `choice` is in the last cell, next to its name. */
export function HeadCells<Row>({ columns, choice }: HeadCellsProps<Row>) {
  return columns.map(({ key, header, align, width, isWide }, at) => (
    <Table.Th
      key={key}
      ta={align}
      w={width}
      className={classes.head}
      data-align={align}
      data-wide={isWide || undefined}
      scope="col"
    >
      {choice && at === columns.length - 1 ? (
        <span className={classes.last}>
          {header}
          {choice}
        </span>
      ) : (
        header
      )}
    </Table.Th>
  ));
}

export function RowCells<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  return columns.map(({ key, cell, align, isOneLine, isWide }) => (
    <Table.Td
      key={key}
      ta={align}
      data-align={align}
      style={isWide ? NO_OWN_WIDTH : isOneLine ? ONE_LINE : undefined}
    >
      {cell(row)}
    </Table.Td>
  ));
}

function CardList<Row>(props: ResponsiveTableProps<Row>) {
  const { rows, rowKey, card, caption } = props;
  const attributes = rowAttributes(props);
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row) => {
        const { onRow, ...own } = attributes(row);
        return (
          <Paper
            component="li"
            key={rowKey(row)}
            withBorder
            px="xs"
            py="calc(var(--mantine-spacing-2xs) * 2)"
            {...own}
            {...pressOf(row, onRow)}
          >
            {card(row)}
          </Paper>
        );
      })}
    </ul>
  );
}
