import type { Tx } from '#server/db/database.ts';
import { transactions } from '../../db/schema/transactions.ts';
import { select, selectionOf } from '../../db/selection.ts';
import { hasUncompared, pendingWithSameReceipt } from './compare-receipts.queries.ts';
import type { TransactionRow } from './transactions.queries.ts';

const columns = selectionOf(transactions, 't');

/** Locks requests in order of id. */
export async function lockRequests(tx: Tx, ids: readonly string[]): Promise<TransactionRow[]> {
  const statement = `SELECT ${columns.sql} FROM transactions t
    WHERE t.id = ANY ($1::uuid[]) ORDER BY t.id FOR UPDATE`;
  return select(tx.query, columns, statement, [ids]);
}

/**
 * Like `lockRequests`, and also locks the pending ones with the receipt of `approving`. If a receipt of `approving` was not
 * compared yet, locks and returns nothing, except with `isCompared`.
 */
export async function lockRequestsAndSame(
  tx: Tx,
  { ids, approving, isCompared }: Locking & { isCompared: boolean },
): Promise<TransactionRow[]> {
  const statement = `SELECT ${columns.sql} FROM transactions t
    WHERE t.id = ANY (ARRAY(SELECT unnest($1::uuid[]) UNION ${pendingWithSameReceipt('$2::uuid[]')}))
      AND ($3 OR NOT ${hasUncompared('$2::uuid[]')})
    ORDER BY t.id FOR UPDATE`;
  return select(tx.query, columns, statement, [ids, approving, isCompared]);
}

export interface Locking {
  ids: readonly string[];
  /** Those of them that are to be approved. */
  approving: readonly string[];
}
