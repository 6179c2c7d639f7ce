import type { UserId } from '#contract/base.ts';
import type { OwnTransaction, PassbookRow, TransactionFilters } from '#contract/transactions.ts';
import { fromCursor, type Position, toPage } from '#server/lib/cursor.ts';
import type { Database } from '#server/lib/db.ts';
import type { Deps } from '#server/lib/deps.ts';
import type { Actor } from '#server/lib/gate.ts';
import { type OwnColumns, toOwnTransaction } from './service.ts';

/** What sorts before every row, newest first: where a list without a cursor starts. */
const NEWEST = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** A page of the caller's passbook, newest first, and how many rows match the filters in all. */
export async function listPassbook(
  deps: Deps,
  actor: Actor,
  input: TransactionFilters & { cursor?: string | undefined; limit: number },
): Promise<{ rows: PassbookRow[]; nextCursor: string | undefined; total: number }> {
  const { userId } = actor;
  const after = fromCursor(input.cursor);
  const [rows, total] = await Promise.all([
    findPassbookRows(deps.db, { userId, filters: input, after, limit: input.limit + 1 }),
    countPassbookRows(deps.db, userId, input),
  ]);
  return { ...toPage(rows, input.limit, passbookPosition), total };
}

/** Where a passbook row stands in its list. */
export function passbookPosition(row: OwnTransaction): Position {
  return { at: row.createdAt, id: row.id };
}

const matching = `t.user_id = $1
  AND ($2 = 'all' OR t.status = $2) AND ($3 = 'all' OR t.type = $3)
  AND t.created_at >= $4::timestamptz AND t.created_at < $5::timestamptz + interval '1 day'
  AND ($6 = '' OR strpos(lower(t.reference_id), lower($6)) > 0 OR strpos(t.id::text, lower($6)) > 0
    OR strpos((SELECT lower(username::text) FROM users WHERE id = $1), lower($6)) > 0)`;

function matchingValues(userId: UserId, { status, type, from, to, search }: TransactionFilters) {
  const start = from === undefined ? '-infinity' : startOfDay(from);
  const lastDay = to === undefined ? 'infinity' : startOfDay(to);
  return [userId, status, type, start, lastDay, search];
}

/** Midnight of a calendar day in Asia/Kolkata, which has no daylight saving. Nothing is older than 1970. */
function startOfDay(day: string): string {
  return day < '1970-01-01' ? '-infinity' : `${day}T00:00:00+05:30`;
}

/**
 * The balance after a row is that of all days (UTC) before its own, from `daily_nets`, and of its own
 * day's rows up to it. So the cost is that of the page and its days, at whatever depth it lies, and
 * no filter changes it. One statement, so that all of it is of one moment.
 */
const passbookSql = `
  WITH page AS (
    SELECT t.*, (t.created_at AT TIME ZONE 'UTC')::date AS day FROM transactions t
    WHERE ${matching} AND (t.created_at, t.id) < ($7::timestamptz, $8::uuid)
    ORDER BY t.created_at DESC, t.id DESC LIMIT $9
  ), days AS (
    SELECT DISTINCT day FROM page
  ), nets AS (
    SELECT day, sum(net_paise) AS net FROM (
      SELECT day, net_paise FROM daily_nets WHERE user_id = $1 AND day <= (SELECT max(day) FROM days)
      UNION ALL SELECT day, 0 FROM days) AS parts
    GROUP BY day
  ), openings AS (
    SELECT day, sum(net) OVER (ORDER BY day) - net AS opening FROM nets
  ), of_day AS (
    SELECT t.id, sum(CASE WHEN t.status <> 'approved' THEN 0 WHEN t.type = 'deposit' THEN t.amount_paise
                          ELSE -t.amount_paise END)
                 OVER (PARTITION BY days.day ORDER BY t.created_at, t.id) AS moved
    FROM days JOIN transactions t ON t.user_id = $1
      AND t.created_at >= days.day::timestamp AT TIME ZONE 'UTC'
      AND t.created_at < (days.day + 1)::timestamp AT TIME ZONE 'UTC'
  )
  SELECT page.id, page.type, page.kind, page.status, page.beneficiary,
    page.amount_paise AS "amountPaise", page.payment_method AS "paymentMethod",
    page.reference_id AS "referenceId", page.user_notes AS "userNotes", page.admin_notes AS "adminNotes",
    page.created_at AS "createdAt", page.updated_at AS "updatedAt",
    openings.opening + of_day.moved AS "runningBalancePaise"
  FROM page JOIN openings USING (day) JOIN of_day ON of_day.id = page.id
  ORDER BY page.created_at DESC, page.id DESC`;

/** Passbook rows of a user that match the filters and come after a position, newest first. */
export async function findPassbookRows(
  db: Database,
  query: {
    userId: UserId;
    filters: TransactionFilters;
    after: Position | undefined;
    limit: number;
  },
): Promise<PassbookRow[]> {
  const { at, id } = query.after ?? NEWEST;
  const rows = await db.query<OwnColumns & { runningBalancePaise: number }>(passbookSql, [
    ...matchingValues(query.userId, query.filters),
    at,
    id,
    query.limit,
  ]);
  return rows.map((row) => ({
    ...toOwnTransaction(row),
    runningBalancePaise: row.runningBalancePaise,
  }));
}

async function countPassbookRows(
  db: Database,
  userId: UserId,
  filters: TransactionFilters,
): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM transactions t WHERE ${matching}`,
    matchingValues(userId, filters),
  );
  return row?.total ?? 0;
}
