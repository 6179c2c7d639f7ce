import type { TransactionStatus, TransactionType } from '#contract/transactions/rules.ts';
import type { Database, Query } from '#server/db/database.ts';
import { foldDeltas } from '#server/db/rollups.ts';

export async function compactTotalDeltas({ query }: Pick<Database, 'query'>): Promise<void> {
  await foldDeltas(query, {
    kept: 'transaction_totals',
    deltas: 'transaction_total_deltas',
    keys: ['type', 'status'],
    sums: ['count', 'amount_paise'],
  });
}

interface TabCounts {
  pending: number;
  history: number;
}

/** Counts transactions by type and status, including deltas that are not rolled up yet. */
export async function countByTypeAndStatus(
  query: Query,
): Promise<{ type: TransactionType; status: TransactionStatus; count: number }[]> {
  return query(
    `SELECT type, status, sum(count) AS count
     FROM (SELECT type, status, count FROM transaction_totals
           UNION ALL SELECT type, status, count FROM transaction_total_deltas) AS parts
     GROUP BY 1, 2`,
  );
}

/** As text: a sum may exceed 2^53. */
export async function selectAmounts(
  query: Query,
): Promise<{ type: TransactionType; status: TransactionStatus; amountPaise: string }[]> {
  return query(
    `SELECT type, status, sum(amount_paise)::text AS "amountPaise"
     FROM (SELECT type, status, amount_paise FROM transaction_totals
           UNION ALL SELECT type, status, amount_paise FROM transaction_total_deltas) AS parts
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
    counts[type][status === 'pending' ? 'pending' : 'history'] += count;
  }
  return counts;
}
