import type { Decisions, Rejections, WaitingRequests } from '#contract/dashboards/schema.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';

const MAX_COUNTED = 1000;
const MAX_DECIDERS = 50;

interface WaitingRow {
  type: TransactionType;
  count: number;
  amountPaise: string;
  oldestAt: Date | null;
  overdue: number;
}

/** Reads totals and the start of the queue's index. */
export async function selectWaiting(query: Query, overdueBefore: Date): Promise<WaitingRequests[]> {
  const rows = await query<WaitingRow>(
    `WITH totals AS (
       SELECT type, sum(count) AS count, sum(amount_paise) AS amount
       FROM ${projected('totals')} AS parts
       WHERE status = 'pending' GROUP BY type)
     SELECT wanted.type, coalesce(totals.count, 0) AS count, coalesce(totals.amount, 0)::text AS "amountPaise",
       (SELECT created_at FROM pending_requests t WHERE t.type = wanted.type
        ORDER BY created_at LIMIT 1) AS "oldestAt",
       (SELECT count(*) FROM (
          SELECT FROM pending_requests t WHERE t.type = wanted.type AND created_at < $1 LIMIT $2) AS late) AS overdue
     FROM unnest(ARRAY['deposit', 'withdrawal']) WITH ORDINALITY AS wanted (type, place)
     LEFT JOIN totals USING (type) ORDER BY place`,
    [overdueBefore, MAX_COUNTED + 1],
  );
  return rows.map(({ amountPaise, overdue, ...row }) => ({
    ...row,
    amountPaise: BigInt(amountPaise),
    overdue: Math.min(overdue, MAX_COUNTED),
    overdueIsExact: overdue <= MAX_COUNTED,
  }));
}

const decisionsSince = `(SELECT * FROM ${projected('daily-decisions')} AS every WHERE day >= $1::date) AS decisions`;

export async function selectDeciders(query: Query, first: string): Promise<Decisions[]> {
  return query(
    `SELECT u.username::text AS "userName",
       coalesce(sum(count) FILTER (WHERE decisions.status = 'approved'), 0) AS approved,
       coalesce(sum(count) FILTER (WHERE decisions.status = 'rejected'), 0) AS rejected
     FROM ${decisionsSince} LEFT JOIN users u ON u.id = decided_by AND u.deleted_at IS NULL
     GROUP BY u.id HAVING sum(count) > 0 ORDER BY sum(count) DESC, u.username LIMIT ${MAX_DECIDERS}`,
    [first],
  );
}

export async function selectRejections(query: Query, first: string): Promise<Rejections[]> {
  const rows = await query<{ english: string | null; texts: ReasonTexts | null; count: number }>(
    `SELECT reason AS english, sum(count) AS count,
       (SELECT texts FROM rejection_reasons WHERE texts ->> 'en' = reason ORDER BY created_at LIMIT 1) AS texts
     FROM ${decisionsSince} WHERE status = 'rejected'
     GROUP BY reason HAVING sum(count) > 0 ORDER BY sum(count) DESC, reason`,
    [first],
  );
  return rows.map(({ english, texts, count }) => ({
    reason: texts ?? (english === null ? null : { en: english }),
    count,
  }));
}
