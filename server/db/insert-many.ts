import { getTableColumns, getTableName, type SQL } from 'drizzle-orm';
import { PgArray, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';

type ColumnName<Table extends PgTable> = keyof Table['$inferInsert'] & string;

type DefaultedName<Table extends PgTable> = {
  [Name in ColumnName<Table>]: Table['_']['columns'][Name]['_']['hasDefault'] extends true
    ? Name
    : never;
}[ColumnName<Table>];

/**
 * A new row with every column, nullable ones too, so that a forgotten column does not compile. Only generated columns
 * and those in `Defaulted` are left to the database.
 */
export type NewRow<Table extends PgTable, Defaulted extends DefaultedName<Table> = never> = {
  [Name in Exclude<ColumnName<Table>, Defaulted>]: Exclude<Table['$inferInsert'][Name], undefined>;
};

/** A new row for Drizzle's `insert`: like `NewRow`, and a value may be an SQL expression. */
export type DrizzleRow<Table extends PgTable, Defaulted extends DefaultedName<Table> = never> = {
  [Name in keyof NewRow<Table, Defaulted>]: NewRow<Table, Defaulted>[Name] | SQL;
};

export interface Statement {
  text: string;
  values: unknown[];
}

interface InsertOptions<Defaulted> {
  defaults?: readonly Defaulted[];
  firstParameter?: number;
}

/**
 * Inserts any number of rows by one prepared statement and does not wait for it, like `tx.write`. Rows are inserted in
 * the given order.
 */
export function insertMany<
  Table extends PgTable,
  Defaulted extends DefaultedName<NoInfer<Table>> = never,
>(
  tx: Tx,
  table: Table,
  rows: readonly NewRow<NoInfer<Table>, Defaulted>[],
  options?: InsertOptions<Defaulted>,
): void {
  if (rows.length === 0) return;
  const { text, values } = insertStatement(table, rows, options);
  tx.write(text, values);
}

/** Returns the statement of `insertMany`. In clauses appended to it, such as ON CONFLICT, the table's name is `t`. */
export function insertStatement<
  Table extends PgTable,
  Defaulted extends DefaultedName<NoInfer<Table>> = never,
>(
  table: Table,
  rows: readonly NewRow<NoInfer<Table>, Defaulted>[],
  { defaults = [], firstParameter = 1 }: InsertOptions<Defaulted> = {},
): Statement {
  const plan = planOnce(table, `insert ${firstParameter} ${defaults.join()}`, () => {
    const names = insertableNames(table).filter((name) => !isIn(defaults, name));
    const columns = columnsOf(table, names);
    return {
      columns,
      text: `INSERT INTO ${nameOf(table)} AS t (${listOf(columns)})
        SELECT * FROM ${unnest(columns, firstParameter)}`,
    };
  });
  return { text: plan.text, values: toArrays(plan.columns, rows) };
}

/**
 * Returns INSERT with a SELECT of one SQL expression for each column. The caller appends FROM and other clauses, in
 * which the table's name is `t`.
 */
export function insertSelect<
  Table extends PgTable,
  Defaulted extends DefaultedName<NoInfer<Table>> = never,
>(
  table: Table,
  expressions: Record<Exclude<ColumnName<NoInfer<Table>>, Defaulted>, string>,
): string {
  const columns = columnsOf(table, Object.keys(expressions));
  return `INSERT INTO ${nameOf(table)} AS t (${listOf(columns)}) SELECT ${Object.values(expressions).join(', ')}`;
}

interface UpdateOptions<Key, Changed> {
  key: readonly Key[];
  set: readonly Changed[];
  firstParameter?: number;
}

type Update<Table extends PgTable, Name extends ColumnName<Table>> = {
  [One in Name]: Exclude<Table['$inferInsert'][One], undefined>;
};

/** Updates rows by their keys by one prepared statement and does not wait for it. Ignores rows that do not exist. */
export function updateMany<
  Table extends PgTable,
  Key extends ColumnName<NoInfer<Table>>,
  Changed extends ColumnName<NoInfer<Table>>,
>(
  tx: Tx,
  table: Table,
  rows: readonly Update<NoInfer<Table>, Key | Changed>[],
  options: UpdateOptions<Key, Changed>,
): void {
  if (rows.length === 0) return;
  const { text, values } = updateStatement(table, rows, options);
  tx.write(text, values);
}

/**
 * Returns the statement of `updateMany`. In what is appended to it, such as another condition or RETURNING, the table's
 * row is `t` and the new values are `d`.
 */
export function updateStatement<
  Table extends PgTable,
  Key extends ColumnName<NoInfer<Table>>,
  Changed extends ColumnName<NoInfer<Table>>,
>(
  table: Table,
  rows: readonly Update<NoInfer<Table>, Key | Changed>[],
  { key, set, firstParameter = 1 }: UpdateOptions<Key, Changed>,
): Statement {
  const plan = planOnce(table, `update ${firstParameter} ${key.join()} ${set.join()}`, () => {
    const keys = columnsOf(table, key);
    const changed = columnsOf(table, set);
    const columns = [...keys, ...changed];
    const changes = changed.map(({ quoted }) => `${quoted} = d.${quoted}`);
    const conditions = keys.map(({ quoted }) => `t.${quoted} = d.${quoted}`);
    return {
      columns,
      text: `UPDATE ${nameOf(table)} AS t SET ${changes.join(', ')}
        FROM ${unnest(columns, firstParameter)} AS d (${listOf(columns)})
        WHERE ${conditions.join(' AND ')}`,
    };
  });
  return { text: plan.text, values: toArrays(plan.columns, rows) };
}

interface PlannedColumn {
  name: string;
  quoted: string;
  column: PgColumn;
}

interface Plan {
  text: string;
  columns: PlannedColumn[];
}

const plans = new WeakMap<PgTable, Map<string, Plan>>();

function planOnce(table: PgTable, key: string, make: () => Plan): Plan {
  const ofTable = plans.get(table) ?? new Map<string, Plan>();
  plans.set(table, ofTable);
  const plan = ofTable.get(key) ?? make();
  ofTable.set(key, plan);
  return plan;
}

function insertableNames(table: PgTable): string[] {
  return Object.entries(getTableColumns(table))
    .filter(
      ([, { generated, generatedIdentity }]) => !generated && generatedIdentity?.type !== 'always',
    )
    .map(([name]) => name);
}

function columnsOf(table: PgTable, names: readonly string[]): PlannedColumn[] {
  const all = getTableColumns(table);
  return names.map((name) => {
    const column = all[name];
    if (!column) throw new Error(`${getTableName(table)} has no column ${name}`);
    // unnest would split the arrays of all rows into single values.
    if (column instanceof PgArray) throw new Error(`${name} holds arrays`);
    return { name, column, quoted: quote(column.name) };
  });
}

const quote = (name: string) => `"${name}"`;
const nameOf = (table: PgTable) => quote(getTableName(table));
const listOf = (columns: PlannedColumn[]) => columns.map(({ quoted }) => quoted).join(', ');
const isIn = (names: readonly string[], name: string) => names.includes(name);

function unnest(columns: PlannedColumn[], firstParameter: number): string {
  const parameters = columns.map(({ column }, n) => `$${firstParameter + n}::${typeOf(column)}[]`);
  return `unnest(${parameters.join(', ')})`;
}

/** Without the precision of times: the table applies it again. */
const typeOf = (column: PgColumn) => column.getSQLType().replace(/ \(\d+\)/, '');

/** Returns one PostgreSQL array per column, as text. A value equal to that of the row before is written once. */
function toArrays(columns: PlannedColumn[], rows: readonly object[]): string[] {
  return columns.map(({ name, column }) => {
    let last: unknown;
    let element = '';
    let array = '';
    for (const row of rows) {
      // The callers' types require each of these columns.
      const value = (row as Record<string, unknown>)[name];
      if (value === undefined) throw new TypeError(`A row has no value for ${name}`);
      if (value !== last) element = value === null ? 'NULL' : toElement(column, value);
      last = value;
      array += array === '' ? element : `,${element}`;
    }
    return `{${array}}`;
  });
}

/** Matches text that an array holds without quotes, except NULL. */
const PLAIN = /^[0-9A-Za-z_:.+-]+$/;

function toElement(column: PgColumn, given: unknown): string {
  const value = column.mapToDriverValue(given);
  // JSON has no control characters, so JSON's own quoting is that of an array, and faster than an expression.
  if (column.dataType === 'json') return JSON.stringify(value);
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  const text = String(value);
  const isPlain = PLAIN.test(text) && text.toUpperCase() !== 'NULL';
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
