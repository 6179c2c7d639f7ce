import type { UserId } from '#contract/shared/base.ts';
import { TRANSACTION_TYPES } from '#contract/transactions/rules.ts';
import type { PassbookRow, TransactionFilters } from '#contract/transactions/schema.ts';
import { TRANSACTION_STATUSES } from '#contract/transactions/states.ts';
import type { Database } from '#server/db/database.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import {
  computed,
  countOf,
  integer,
  select,
  selectionOf,
  selectValue,
  together,
} from '#server/db/selection.ts';
import { POSTED } from '#server/db/statuses.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { NEWEST_NUMBERED, type NumberedPosition } from '#server/platform/lists/cursor.ts';
import { ownColumns, toOwnTransaction } from '../transaction-views.ts';

export type PassbookOwner = Pick<Actor, 'userId' | 'username'>;

interface Matches {
  userId: UserId;
  filters: TransactionFilters;
  term: string;
}

/** Omits a term that matches every row because it is part of the caller's username. */
function toMatches({ userId, username }: PassbookOwner, filters: TransactionFilters): Matches {
  const term = filters.search.toLowerCase();
  return { userId, filters, term: username.toLowerCase().includes(term) ? '' : term };
}

/** All transactions are newer than 1970, and PostgreSQL rejects the year 0. */
function toDays({ from, to }: TransactionFilters): [from: string, to: string] {
  const read = (day: string) => (day < '1970-01-01' ? '-infinity' : day);
  return [from === undefined ? '-infinity' : read(from), to === undefined ? 'infinity' : read(to)];
}

function valuesOf({ userId, filters }: Matches): unknown[] {
  return [userId, filters.status, filters.type, ...toDays(filters)];
}

const ZONE = `'Asia/Kolkata'`;
const startOf = (day: string) => `(${day})::timestamp AT TIME ZONE ${ZONE}`;
const dayOf = (moment: string) => `(${moment} AT TIME ZONE ${ZONE})::date`;

const matchesOfDay = `CASE WHEN day < $4::date OR day > $5::date THEN 0 ELSE ${TRANSACTION_STATUSES.flatMap(
  (status) =>
    TRANSACTION_TYPES.map(
      (type) =>
        `CASE WHEN $2 IN ('all', '${status}') AND $3 IN ('all', '${type}') THEN ${status}_${type}s ELSE 0 END`,
    ),
).join(' + ')} END`;

const isIn = `($2 = 'all' OR t.status = $2) AND ($3 = 'all' OR t.type = $3)
  AND t.created_at >= ${startOf('$4::date')} AND t.created_at < ${startOf('$5::date + 1')}`;
/** Balances are summed by day. Requests of a user are numbered in the order of the wallet's lock. */
const comesAfter = `(${dayOf('t.created_at')}, t.seq, t.created_at, t.id)
  < (${dayOf('$6::timestamptz')}, $7::bigint, $6, $8::uuid)`;
const order = `ORDER BY day DESC, t.seq DESC, t.created_at DESC, t.id DESC`;
const upToItsDay = `t.created_at < ${startOf(`${dayOf('$6::timestamptz')} + 1`)}`;

/** SQL: a row contains a text. A term that can't be part of a UUID is not searched in the id. */
function holds(term: string, parameter: string): string {
  if (term === '') return 'true';
  // References are ASCII: in the collation "C", lower() takes a third of the time.
  const inReference = `strpos(lower(t.reference_id COLLATE "C"), ${parameter}) > 0`;
  const mayBeInId = /^[0-9a-f-]+$/.test(term);
  return mayBeInId ? `(${inReference} OR strpos(t.id::text, ${parameter}) > 0)` : inReference;
}

/** SQL: days up to the position whose matches fill a page. Days without a match are skipped. */
const daysByCount = `
  SELECT day, opening FROM (
    SELECT day, opening, matches,
      sum(matches) FILTER (WHERE day < ${dayOf('$6::timestamptz')}) OVER (ORDER BY day DESC) - matches AS newer
    FROM days WHERE day <= ${dayOf('$6::timestamptz')}
  ) AS counted WHERE matches > 0 AND (newer IS NULL OR newer < $9)`;

/** SQL: days of the next rows that contain a text. Days have the order of times, so these rows can be read by time. */
const daysByText = (term: string) => `
  SELECT day, opening FROM days WHERE day IN (
    SELECT ${dayOf('found.created_at')} FROM (
      SELECT t.created_at FROM transactions t
      WHERE t.user_id = $1 AND ${isIn} AND ${upToItsDay} AND ${comesAfter}
        AND ${holds(term, '$10')}
      ORDER BY t.created_at DESC LIMIT $9) AS found)`;

const rowColumns = together(
  ownColumns,
  selectionOf(transactions, 't', ['seq']),
  computed({ runningBalancePaise: integer('balance') }),
);

/**
 * SQL for a page of rows with their balances. The balance after a row is the sum of all earlier days plus the rows of
 * its day up to it. So the cost depends on the days of the page, not on its depth, and filters don't change the
 * balance. One statement, so that all data is from one snapshot.
 */
const rowsSql = (term: string) => `
  WITH days AS (
    SELECT day, ${matchesOfDay} AS matches, sum(net_paise) OVER (ORDER BY day) - net_paise AS opening
    FROM passbook_days WHERE user_id = $1
  ), shown AS (
    SELECT t.user_id, t.id, t.day, t.balance FROM (
      SELECT t.*, day, opening + sum(CASE WHEN NOT t.status ${POSTED} THEN 0 WHEN t.type = 'deposit' THEN t.amount_paise
                                     ELSE -t.amount_paise END)
                            OVER (PARTITION BY day ORDER BY t.seq, t.created_at, t.id) AS balance
      FROM (${term ? daysByText(term) : daysByCount}) AS visited CROSS JOIN LATERAL (
        SELECT user_id, id, created_at, seq, status, type, amount_paise, reference_id FROM transactions
        WHERE user_id = $1 AND created_at >= ${startOf('day')} AND created_at < ${startOf('day + 1')}
      ) AS t
    ) AS t
    WHERE ${isIn} AND ${comesAfter} AND ${holds(term, '$10')}
    ${order} LIMIT $9
  )
  SELECT ${rowColumns.sql}
  FROM shown JOIN transactions t USING (user_id, id)
  ${order}`;

export interface NumberedRow extends PassbookRow {
  seq: number;
}

export async function findPassbookRows(
  db: Database,
  owner: PassbookOwner,
  query: { filters: TransactionFilters; after: NumberedPosition | undefined; limit: number },
): Promise<NumberedRow[]> {
  const matches = toMatches(owner, query.filters);
  const { at, seq, id } = query.after ?? NEWEST_NUMBERED;
  const values = [...valuesOf(matches), at, seq, id, query.limit];
  const { term } = matches;
  const all = term ? [...values, term] : values;
  const rows = await select(db.query, rowColumns, rowsSql(term), all);
  return rows.map((row) => ({
    ...toOwnTransaction(db.secrets, row),
    runningBalancePaise: row.runningBalancePaise,
    seq: row.seq,
  }));
}

export async function countPassbookRows(
  db: Database,
  owner: PassbookOwner,
  filters: TransactionFilters,
): Promise<number> {
  const matches = toMatches(owner, filters);
  const { term } = matches;
  const values = valuesOf(matches);
  if (term) {
    const found = `transactions t WHERE t.user_id = $1 AND ${isIn} AND ${holds(term, '$6')}`;
    return countOf(db.query, found, [...values, term]);
  }
  const sum = integer(`sum(${matchesOfDay})`);
  return (await selectValue(db.query, sum, 'FROM passbook_days WHERE user_id = $1', values)) ?? 0;
}
