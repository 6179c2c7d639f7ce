import type { Tx } from '#server/db/database.ts';
import { updateMany } from '#server/db/insert-many.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import type { TransactionRow } from './transactions.queries.ts';

/** Stores the cancellation of a locked pending request. */
export function saveCancelled(tx: Tx, row: TransactionRow): void {
  updateMany(tx, transactions, [row], {
    key: ['userId', 'id'],
    set: ['status', 'isCancelled', 'decidedBy', 'decidedAt', 'version', 'updatedAt'],
  });
}
