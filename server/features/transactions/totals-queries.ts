import type { TransactionStatus, TransactionType } from '#contract/rules.ts';
import type { Database, Query } from '#server/db/database.ts';
import { foldDeltas } from '#server/db/rollups.ts';

/** Moves what triggers noted about transactions into their totals. */
export async function foldTotals({ query }: Pick<Database, 'query'>): Promise<void> {
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

/** How many transactions there are of each type and status: totals and what is not folded into them yet. */
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

/** The sums of all transactions of each type and status, in paise, as text: one may be too large for a number. */
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

/** When the request that has waited longest was made, by type; null where none waits. */
export async function selectOldestPending(
  query: Query,
): Promise<{ type: TransactionType; createdAt: Date | null }[]> {
  return query(
    `SELECT type, (SELECT created_at FROM transactions
                   WHERE status = 'pending' AND transactions.type = types.type
                   ORDER BY created_at, id LIMIT 1) AS "createdAt"
     FROM unnest(ARRAY['deposit', 'withdrawal']) AS types(type)`,
  );
}

/** How many deposits and withdrawals wait, and how many are decided. */
export async function countTransactions(
  db: Database,
): Promise<{ deposit: TabCounts; withdrawal: TabCounts }> {
  const counts = { deposit: { pending: 0, history: 0 }, withdrawal: { pending: 0, history: 0 } };
  for (const { type, status, count } of await countByTypeAndStatus(db.query)) {
    counts[type][status === 'pending' ? 'pending' : 'history'] += count;
  }
  return counts;
}
