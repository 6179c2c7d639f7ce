import type { ReplacedReceipt } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';

/** Returns the replaced receipts of a deposit, newest first. */
export async function selectReplacedReceipts(
  query: Query,
  { userId, id }: { userId: string; id: string },
): Promise<ReplacedReceipt[]> {
  return query(
    `SELECT receipt_url AS "receiptUrl", replaced_at AS "replacedAt" FROM replaced_receipts
     WHERE user_id = $1 AND transaction_id = $2 ORDER BY replaced_at DESC`,
    [userId, id],
  );
}
