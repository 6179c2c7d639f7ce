import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { UserId } from '#contract/shared/base.ts';
import type { Query } from './connections.ts';

/** Columns that the driver returns as the table declares them; it returns large sums as numbers. */
export type ReadableName<Table extends PgTable> = {
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

export type Selected<Columns> = Columns extends Selection<infer Row> ? Row : never;

/** Returns the named columns of a table; without `names` all of them. `alias` is the table's name in the query. */
export function selectionOf<
  Table extends PgTable,
  const Names extends readonly ReadableName<NoInfer<Table>>[] = readonly ReadableName<Table>[],
>(
  table: Table,
  alias: string,
  names?: Names,
): Selection<Pick<Table['$inferSelect'], Names[number]>> {
  return listed(
    table,
    alias,
    (names ?? Object.keys(getTableColumns(table))).map((name) => [name, name]),
  );
}

/** Returns columns under other names: `renamed(users, 'u', { userName: 'username' })`. */
export function renamed<
  Table extends PgTable,
  Names extends Record<string, ReadableName<NoInfer<Table>>>,
>(
  table: Table,
  alias: string,
  names: Names,
): Selection<{ [As in keyof Names]: Table['$inferSelect'][Names[As]] }> {
  return listed(table, alias, Object.entries(names));
}

/** The columns of a table that the query joins by LEFT JOIN: each may be null. */
export function optional<Row extends object>(
  columns: Selection<Row>,
): Selection<{ [Name in keyof Row]: Row[Name] | null }> {
  return { sql: columns.sql };
}

/** Columns of which the query returns only rows where none is null. */
export function required<Row extends object>(
  columns: Selection<Row>,
): Selection<{ [Name in keyof Row]: NonNullable<Row[Name]> }> {
  return { sql: columns.sql };
}

/** An SQL expression and the type of its value. */
export interface Expression<Value> {
  readonly sql: string;
  readonly [row]?: { value: Value };
}

type Value<One> = One extends Expression<infer Type> ? Type : never;

/** Returns computed columns: `computed({ count: integer('count(*)'), isOpen: boolean('t.ended_at IS NULL') })`. */
export function computed<Expressions extends Record<string, Expression<unknown>>>(
  expressions: Expressions,
): Selection<{ [Name in keyof Expressions]: Value<Expressions[Name]> }> {
  const list = Object.entries(expressions).map(([name, { sql }]) => `${sql} AS "${name}"`);
  return { sql: list.join(', ') };
}

// The casts make the database return the declared type.
const cast =
  <Type>(type: string) =>
  (expression: string): Expression<Type> => ({ sql: `(${expression})::${type}` });

/** Throws above 2^53. */
export const integer = cast<number>('int8');
export const boolean = cast<boolean>('boolean');
export const text = cast<string>('text');
export const texts = cast<string[]>('text[]');
export const time = cast<Date>('timestamptz');
export const bytes = cast<Buffer>('bytea');
export const personId = cast<UserId>('uuid');

/** One of these words. The database returns the word as text; the table's CHECK limits it. */
export function word<Word extends string>(
  _words: readonly Word[],
  expression: string,
): Expression<Word> {
  return { sql: `(${expression})::text` };
}

/** A list of these words. */
export function words<Word extends string>(
  _words: readonly Word[],
  expression: string,
): Expression<Word[]> {
  return { sql: `(${expression})::text[]` };
}

/** An expression that may be null. */
export function nullable<Type>(expression: Expression<Type>): Expression<Type | null> {
  return { sql: expression.sql };
}

type Joined<Parts extends readonly Selection<object>[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly Selection<object>[],
]
  ? Selected<First> & Joined<Rest>
  : unknown;

/** Joins the columns of several selections into one list. */
export function together<const Parts extends readonly Selection<object>[]>(
  ...parts: Parts
): Selection<Joined<Parts> & object> {
  return { sql: parts.map(({ sql }) => sql).join(', ') };
}

/**
 * Runs a query, whose text contains the list `columns.sql`, and returns its rows with the types of these columns. A text that
 * begins with FROM has the list before it.
 */
export async function select<Row extends object>(
  query: Query,
  columns: Selection<Row>,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  if (statement.startsWith('FROM ')) return query(`SELECT ${columns.sql} ${statement}`, values);
  if (!statement.includes(columns.sql)) throw new TypeError('The query does not list its columns');
  return query(statement, values);
}

/** Like `select`; returns the first row. */
export async function selectFirst<Row extends object>(
  query: Query,
  columns: Selection<Row>,
  statement: string,
  values?: unknown[],
): Promise<Row | undefined> {
  const [row] = await select(query, columns, statement, values);
  return row;
}

/** Returns the value of an expression in each row. `rest` is the query after the SELECT list. */
export async function selectValues<Value>(
  query: Query,
  { sql }: Expression<Value>,
  rest: string,
  values?: unknown[],
): Promise<Value[]> {
  const rows = await query<{ value: Value }>(`SELECT ${sql} AS value ${rest}`, values);
  return rows.map(({ value }) => value);
}

/** Like `selectValues`; returns the value in the first row. */
export async function selectValue<Value>(
  ...parameters: [Query, Expression<Value>, rest: string, values?: unknown[]]
): Promise<Value | undefined> {
  const [value] = await selectValues(...parameters);
  return value;
}

/** Returns the number of rows: `countOf(query, 'users WHERE role = $1', [role])`. */
export async function countOf(query: Query, from: string, values?: unknown[]): Promise<number> {
  return (await selectValue(query, integer('count(*)'), `FROM ${from}`, values)) ?? 0;
}

function listed(table: PgTable, alias: string, names: (readonly [string, string])[]) {
  const columns = getTableColumns(table);
  const list = names.map(([as, name]) => {
    const column = columns[name];
    if (!column) throw new Error(`There is no column ${name}`);
    // The driver would return a day as a Date.
    const cast = column.getSQLType() === 'date' ? '::text' : '';
    return `${alias}."${column.name}"${cast} AS "${as}"`;
  });
  return { sql: list.join(', ') };
}
