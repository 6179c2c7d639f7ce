import type { TransactionStatus, TransactionType } from '#contract/rules.ts';
import type { Database, Query } from '#server/db/database.ts';

const FOLD_BATCH = 10_000;

/**
 * Moves what triggers noted about transactions into their totals. Any number of servers may do it at
 * once: each takes deltas that no other has taken, and adds them in one order of rows.
 */
export async function foldTotals(db: Database): Promise<void> {
  await db.query(
    `WITH taken AS (
       SELECT id FROM transaction_total_deltas ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
     ), moved AS (
       DELETE FROM transaction_total_deltas WHERE id IN (SELECT id FROM taken)
       RETURNING type, status, count, amount_paise
     )
     INSERT INTO transaction_totals AS total (type, status, count, amount_paise)
     SELECT type, status, sum(count), sum(amount_paise) FROM moved GROUP BY type, status ORDER BY type, status
     ON CONFLICT (type, status) DO UPDATE
       SET count = total.count + excluded.count, amount_paise = total.amount_paise + excluded.amount_paise`,
    [FOLD_BATCH],
  );
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
