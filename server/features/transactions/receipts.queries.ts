import type { ReplacedReceipt } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';
import { replacedReceipts } from '#server/db/schema/transactions.ts';
import { select, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(replacedReceipts, 'r', ['receiptUrl', 'replacedAt']);

/** Returns the replaced receipts of a deposit, newest first. */
export async function selectReplacedReceipts(
  query: Query,
  { userId, id }: { userId: string; id: string },
): Promise<ReplacedReceipt[]> {
  const statement = `SELECT ${columns.sql} FROM replaced_receipts r
    WHERE user_id = $1 AND transaction_id = $2 ORDER BY replaced_at DESC`;
  return select(query, columns, statement, [userId, id]);
}
