import { getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { Query, Tx } from './database.ts';
import { type ReadableName, selectionOf } from './selection.ts';

type Value<Table extends PgTable, Name extends keyof Table['$inferSelect']> =
  | Table['$inferSelect'][Name]
  | SQL;

export interface Change<Table extends PgTable> {
  /** New values by column. An expression sees the row as it was before. */
  set: { [Name in keyof Table['$inferSelect']]?: Value<Table, Name> };
  /** Values that a row must have. Null matches only null; a list matches each of its values. */
  where: {
    [Name in keyof Table['$inferSelect']]?:
      | Table['$inferSelect'][Name]
      | readonly Table['$inferSelect'][Name][];
  };
  /** Another condition. */
  and?: SQL;
}

/** Updates the matching rows of a table. Returns whether there was one. */
export async function update<Table extends PgTable>(
  query: Query,
  table: Table,
  change: Change<NoInfer<Table>>,
): Promise<boolean> {
  const { text, values } = toStatement(table, change, '1');
  return (await query(text, values)).length > 0;
}

/** Like `update`, and does not wait for it, like `tx.write`. */
export function updateLater<Table extends PgTable>(
  tx: Tx,
  table: Table,
  change: Change<NoInfer<Table>>,
): void {
  const { text, values } = toStatement(table, change, '1');
  tx.write(text, values);
}

/** Updates the matching rows of a table and returns the named columns of each. */
export async function updateReturning<
  Table extends PgTable,
  Name extends ReadableName<NoInfer<Table>>,
>(
  query: Query,
  table: Table,
  names: readonly Name[],
  change: Change<NoInfer<Table>>,
): Promise<Pick<Table['$inferSelect'], Name>[]> {
  const { text, values } = toStatement(
    table,
    change,
    selectionOf(table, `"${getTableName(table)}"`, names).sql,
  );
  return query(text, values);
}

const dialect = new PgDialect();

function toStatement<Table extends PgTable>(
  table: Table,
  { set, where, and }: Change<Table>,
  returned: string,
): { text: string; values: unknown[] } {
  const columns = getTableColumns(table);
  const columnOf = (name: string) => {
    const column = columns[name];
    if (!column) throw new Error(`There is no column ${name}`);
    return column;
  };
  const assignments = Object.entries(set).map(([name, value]) => {
    const column = columnOf(name);
    const assigned = is(value, SQL) ? value : sql.param(present(name, value), column);
    return sql`${sql.identifier(column.name)} = ${assigned}`;
  });
  const conditions = Object.entries(where).map(([name, value]) => {
    const column = columnOf(name);
    if (value === null) return sql`${column} IS NULL`;
    if (!Array.isArray(value)) return sql`${column} = ${sql.param(present(name, value), column)}`;
    return sql`${column} = ANY (${sql.param(value)}::${sql.raw(column.getSQLType())}[])`;
  });
  if (and) conditions.push(sql`(${and})`);
  if (conditions.length === 0) throw new TypeError('The update has no condition');
  const statement = dialect.sqlToQuery(
    sql`UPDATE ${table} SET ${sql.join(assignments, sql`, `)}
      WHERE ${sql.join(conditions, sql` AND `)} RETURNING ${sql.raw(returned)}`,
  );
  return { text: statement.sql, values: statement.params };
}

/** An absent value must not widen an update to all rows, nor keep an old value. */
function present(name: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`There is no value for ${name}`);
  return value;
}
