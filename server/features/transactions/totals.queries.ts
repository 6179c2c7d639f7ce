import type { TransactionType } from '#contract/transactions/rules.ts';
import { REQUEST_STATES, type TransactionStatus } from '#contract/transactions/states.ts';
import type { Database, Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';

interface TabCounts {
  pending: number;
  history: number;
}

/** Counts transactions by type and status. */
export async function countByTypeAndStatus(
  query: Query,
): Promise<{ type: TransactionType; status: TransactionStatus; count: number }[]> {
  return query(
    `SELECT type, status, sum(count) AS count
     FROM ${projected('totals')} AS parts
     GROUP BY 1, 2`,
  );
}

/** As text: a sum may exceed 2^53. */
export async function selectAmounts(
  query: Query,
): Promise<{ type: TransactionType; status: TransactionStatus; amountPaise: string }[]> {
  return query(
    `SELECT type, status, sum(amount_paise)::text AS "amountPaise"
     FROM ${projected('totals')} AS parts
     GROUP BY 1, 2`,
  );
}

export async function selectOldestPending(
  query: Query,
): Promise<{ type: TransactionType; createdAt: Date | null }[]> {
  return query(
    `SELECT type, (SELECT created_at FROM pending_requests AS waiting
                   WHERE waiting.type = types.type
                   ORDER BY created_at, id LIMIT 1) AS "createdAt"
     FROM unnest(ARRAY['deposit', 'withdrawal']) AS types(type)`,
  );
}

export async function countTransactions(
  db: Database,
): Promise<{ deposit: TabCounts; withdrawal: TabCounts }> {
  const counts = { deposit: { pending: 0, history: 0 }, withdrawal: { pending: 0, history: 0 } };
  for (const { type, status, count } of await countByTypeAndStatus(db.query)) {
    counts[type][REQUEST_STATES[status].tab] += count;
  }
  return counts;
}
