import { and, desc, eq } from 'drizzle-orm';
import { type DailyFlow, PENDING_AGES } from '#contract/dashboards/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';
import { OPEN, POSTED } from '#server/db/statuses.ts';
import { sources } from '../../db/schema/sources.ts';
import { transactions } from '../../db/schema/transactions.ts';
import {
  boolean,
  computed,
  integer,
  nullable,
  optional,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectValue,
  text,
  together,
} from '../../db/selection.ts';

const ownCounts = computed({
  totalTransactions: integer('total'),
  pendingRequests:
    integer(`SELECT count(*) FROM pending_requests p JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id
       WHERE p.user_id = $1 AND NOT t.is_adjustment`),
});

export async function selectOwnCounts(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof ownCounts>> {
  const row = await selectFirst(query, ownCounts, 'FROM user_request_totals WHERE user_id = $1', [
    userId,
  ]);
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
const posted = (type: string) =>
  text(`coalesce(sum(amount_paise) FILTER (WHERE status ${POSTED} AND type = '${type}'), 0)`);
const totals = computed({
  totalUsers: integer('SELECT coalesce(sum(count), 0) FROM user_counts'),
  pendingTransactions: integer(`coalesce(sum(count) FILTER (WHERE status ${OPEN}), 0)`),
  totalTransactions: integer('coalesce(sum(count), 0)'),
  totalDepositsPaise: posted('deposit'),
  totalWithdrawalsPaise: posted('withdrawal'),
});

/** Returns the totals of one snapshot. */
export async function selectTotals(query: Query) {
  const row = await selectFirst(query, totals, `FROM ${projected('totals')} AS parts`);
  if (!row) throw new Error('An aggregate answers one row');
  return {
    ...row,
    totalDepositsPaise: BigInt(row.totalDepositsPaise),
    totalWithdrawalsPaise: BigInt(row.totalWithdrawalsPaise),
  };
}

const flowsSince = `(SELECT * FROM ${projected('daily-flows')} AS every WHERE day >= $1::date) AS flows`;

const sumOf = (type: string) =>
  text(`coalesce(sum(amount_paise) FILTER (WHERE type = '${type}'), 0)`);
const dailyFlows = computed({
  day: text('wanted.day'),
  depositPaise: sumOf('deposit'),
  withdrawalPaise: sumOf('withdrawal'),
});

export async function selectDailyFlows(
  query: Query,
  { first, last }: { first: string; last: string },
): Promise<DailyFlow[]> {
  const rows = await select(
    query,
    dailyFlows,
    `FROM (SELECT $2::date - n AS day FROM generate_series(0, $2::date - $1::date) AS n) AS wanted
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

const sourceFlows = together(
  optional(renamed(sources, 'sources', { sourceName: 'name' })),
  computed({
    sourceId: nullable(text('min(source_id::text)')),
    count: integer('sum(count)'),
    amountPaise: text('sum(amount_paise)'),
  }),
);

/** Sources with the same name are merged. */
export async function selectSourceFlows(query: Query, first: string) {
  const rows = await select(
    query,
    sourceFlows,
    `FROM ${flowsSince} LEFT JOIN sources ON sources.id = source_id
     WHERE type = 'deposit' GROUP BY sources.name HAVING sum(count) > 0
     ORDER BY sum(amount_paise) DESC, sources.name`,
    [first],
  );
  return rows.map((row) => ({ ...row, amountPaise: BigInt(row.amountPaise) }));
}

type PendingAge = { bucket: (typeof PENDING_AGES)[number]; count: number };

const ages = computed({
  hour: integer(`count(*) FILTER (WHERE age < interval '1 hour')`),
  day: integer(`count(*) FILTER (WHERE age >= interval '1 hour' AND age < interval '1 day')`),
  threeDays: integer(`count(*) FILTER (WHERE age >= interval '1 day' AND age < interval '3 days')`),
  older: integer(`count(*) FILTER (WHERE age >= interval '3 days')`),
});

export async function selectPendingAges(query: Query, now: Date): Promise<PendingAge[]> {
  const counts = await selectFirst(
    query,
    ages,
    'FROM (SELECT $1::timestamptz - created_at AS age FROM pending_requests) AS waiting',
    [now],
  );
  return PENDING_AGES.map((bucket) => ({ bucket, count: counts?.[bucket] ?? 0 }));
}

export async function isWritable(query: Query): Promise<boolean> {
  const state = `NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'`;
  return (await selectValue(query, boolean(state), '')) ?? false;
}

export async function readAnySession(query: Query): Promise<void> {
  await query('SELECT 1 FROM sessions LIMIT 1');
}
