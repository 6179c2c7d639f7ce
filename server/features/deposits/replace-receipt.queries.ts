import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, updateMany } from '#server/db/insert-many.ts';
import { replacedReceipts, transactions } from '#server/db/schema/transactions.ts';
import { countOf } from '#server/db/selection.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

export async function countReplaced(
  query: Query,
  { userId, id }: { userId: string; id: string },
): Promise<number> {
  return countOf(query, 'replaced_receipts WHERE user_id = $1 AND transaction_id = $2', [
    ...[userId, id],
  ]);
}

/** Stores the new receipt of a locked pending deposit, and which one it replaces. */
export function saveReplaced(tx: Tx, row: TransactionRow, replacedUrl: string): void {
  updateMany(tx, transactions, [row], {
    key: ['userId', 'id'],
    set: ['permanentReceiptUrl', 'receiptReplacedAt', 'version', 'updatedAt'],
  });
  const { userId, id: transactionId } = row;
  const replaced = { userId, transactionId, receiptUrl: replacedUrl, replacedAt: tx.at };
  insertMany(tx, replacedReceipts, [replaced]);
}
