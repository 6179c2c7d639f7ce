import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Columns that the driver returns as the table declares them; it returns large sums as numbers. */
type ReadableName<Table extends PgTable> = {
  [Name in keyof Table['$inferSelect'] & string]: Table['$inferSelect'][Name] extends bigint
    ? never
    : Name;
}[keyof Table['$inferSelect'] & string];

declare const row: unique symbol;

export interface Selection<Row extends object> {
  /** Such as `t.amount_paise AS "amountPaise"`. */
  readonly sql: string;
  readonly [row]?: Row;
}

/** Returns the named columns of a table; without `names` all of them. `alias` is the table's name in the query. */
export function selectionOf<
  Table extends PgTable,
  Name extends ReadableName<NoInfer<Table>> = ReadableName<Table>,
>(
  table: Table,
  alias: string,
  names?: readonly Name[],
): Selection<Pick<Table['$inferSelect'], Name>> {
  const columns = getTableColumns(table);
  const selected = (names ?? Object.keys(columns)).map((name) => {
    const column = columns[name];
    if (!column) throw new Error(`There is no column ${name}`);
    return `${alias}."${column.name}" AS "${name}"`;
  });
  return { sql: selected.join(', ') };
}

export type Selected<Columns> = Columns extends Selection<infer Row> ? Row : never;
