export { lockRequests } from './lock-requests.queries.ts';

import type { Tx } from '#server/db/database.ts';
import { compareReceiptsOf } from './compare-receipts.ts';
import { type Locking, lockRequests, lockRequestsAndSame } from './lock-requests.queries.ts';
import type { TransactionRow } from './transactions.queries.ts';

/**
 * Locks requests, and the pending ones with the receipt of a request to approve, in one order: of two concurrent approvals of one
 * receipt, the second sees the first. Returns the requests with these ids.
 */
export async function lockWithDuplicates(
  tx: Tx,
  { ids, approving }: Locking,
): Promise<TransactionRow[]> {
  if (approving.length === 0) return lockRequests(tx, ids);
  const wanted = new Set(ids);
  const locked = await lockRequestsAndSame(tx, { ids, approving, isCompared: false });
  if (locked.length > 0) return locked.filter(({ id }) => wanted.has(id));
  // A receipt was not compared yet. The background job may compare it in this moment.
  await compareReceiptsOf(tx.query, approving);
  const rows = await lockRequestsAndSame(tx, { ids, approving, isCompared: true });
  return rows.filter(({ id }) => wanted.has(id));
}
