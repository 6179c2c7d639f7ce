import { and, desc, eq } from 'drizzle-orm';
import { type DailyFlow, PENDING_AGES } from '#contract/dashboards/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';
import { OPEN, POSTED } from '#server/db/statuses.ts';
import { transactions } from '../../db/schema/transactions.ts';

export async function selectOwnCounts(
  query: Query,
  userId: UserId,
): Promise<{ totalTransactions: number; pendingRequests: number }> {
  const [row] = await query<{ totalTransactions: number; pendingRequests: number }>(
    `SELECT total AS "totalTransactions", (
       SELECT count(*) FROM pending_requests p JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id
       WHERE p.user_id = $1 AND NOT t.is_adjustment) AS "pendingRequests"
     FROM user_request_totals WHERE user_id = $1`,
    [userId],
  );
  return row ?? { totalTransactions: 0, pendingRequests: 0 };
}

export async function selectRecent(orm: Orm, userId: UserId, limit: number) {
  return orm
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), eq(transactions.isAdjustment, false)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(limit);
}

/** Sums may exceed 2^53, so they are text. */
type SumsAsText<Row> = {
  [Column in keyof Row]: Row[Column] extends bigint ? string : Row[Column];
};

export interface Totals {
  totalUsers: number;
  pendingTransactions: number;
  totalTransactions: number;
  totalDepositsPaise: bigint;
  totalWithdrawalsPaise: bigint;
}

/** Returns the totals of one snapshot. */
export async function selectTotals(query: Query): Promise<Totals> {
  const [row] = await query<SumsAsText<Totals>>(
    `SELECT (SELECT coalesce(sum(count), 0) FROM user_counts) AS "totalUsers",
       coalesce(sum(count) FILTER (WHERE status ${OPEN}), 0) AS "pendingTransactions",
       coalesce(sum(count), 0) AS "totalTransactions",
       coalesce(sum(amount_paise) FILTER (WHERE status ${POSTED} AND type = 'deposit'), 0)::text
         AS "totalDepositsPaise",
       coalesce(sum(amount_paise) FILTER (WHERE status ${POSTED} AND type = 'withdrawal'), 0)::text
         AS "totalWithdrawalsPaise"
     FROM ${projected('totals')} AS parts`,
  );
  if (!row) throw new Error('An aggregate answers one row');
  return {
    ...row,
    totalDepositsPaise: BigInt(row.totalDepositsPaise),
    totalWithdrawalsPaise: BigInt(row.totalWithdrawalsPaise),
  };
}

const flowsSince = `(SELECT * FROM ${projected('daily-flows')} AS every WHERE day >= $1::date) AS flows`;

export async function selectDailyFlows(
  query: Query,
  { first, last }: { first: string; last: string },
): Promise<DailyFlow[]> {
  const rows = await query<SumsAsText<DailyFlow>>(
    `SELECT wanted.day::text AS day,
       coalesce(sum(amount_paise) FILTER (WHERE type = 'deposit'), 0)::text AS "depositPaise",
       coalesce(sum(amount_paise) FILTER (WHERE type = 'withdrawal'), 0)::text AS "withdrawalPaise"
     FROM (SELECT $2::date - n AS day FROM generate_series(0, $2::date - $1::date) AS n) AS wanted
     LEFT JOIN ${flowsSince} USING (day)
     GROUP BY wanted.day ORDER BY wanted.day`,
    [first, last],
  );
  return rows.map(({ day, depositPaise, withdrawalPaise }) => ({
    day,
    depositPaise: BigInt(depositPaise),
    withdrawalPaise: BigInt(withdrawalPaise),
  }));
}

export interface SourceFlow {
  sourceId: string | null;
  sourceName: string | null;
  count: number;
  amountPaise: bigint;
}

/** Sources with the same name are merged. */
export async function selectSourceFlows(query: Query, first: string): Promise<SourceFlow[]> {
  const rows = await query<SumsAsText<SourceFlow>>(
    `SELECT min(source_id::text)::uuid AS "sourceId", sources.name AS "sourceName", sum(count) AS count,
       sum(amount_paise)::text AS "amountPaise"
     FROM ${flowsSince} LEFT JOIN sources ON sources.id = source_id
     WHERE type = 'deposit' GROUP BY sources.name HAVING sum(count) > 0
     ORDER BY sum(amount_paise) DESC, sources.name`,
    [first],
  );
  return rows.map((row) => ({ ...row, amountPaise: BigInt(row.amountPaise) }));
}

type PendingAge = { bucket: (typeof PENDING_AGES)[number]; count: number };

export async function selectPendingAges(query: Query, now: Date): Promise<PendingAge[]> {
  const [counts] = await query<Record<PendingAge['bucket'], number>>(
    `SELECT count(*) FILTER (WHERE age < interval '1 hour') AS hour,
       count(*) FILTER (WHERE age >= interval '1 hour' AND age < interval '1 day') AS day,
       count(*) FILTER (WHERE age >= interval '1 day' AND age < interval '3 days') AS "threeDays",
       count(*) FILTER (WHERE age >= interval '3 days') AS older
     FROM (SELECT $1::timestamptz - created_at AS age FROM pending_requests) AS waiting`,
    [now],
  );
  return PENDING_AGES.map((bucket) => ({ bucket, count: counts?.[bucket] ?? 0 }));
}

export async function isWritable(query: Query): Promise<boolean> {
  const [state] = await query<{ isWritable: boolean }>(
    `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS "isWritable"`,
  );
  return state?.isWritable ?? false;
}

export async function readAnySession(query: Query): Promise<void> {
  await query('SELECT 1 FROM sessions LIMIT 1');
}
