import type { UserId } from '#contract/base.ts';
import type { TransactionStatus, TransactionType } from '#contract/rules.ts';
import type { Tx } from '#server/lib/db.ts';

export interface LockedTransaction {
  id: string;
  type: TransactionType;
  status: TransactionStatus;
  amountPaise: number;
}

/** Locks all transactions of a user, as decisions lock theirs: by id. */
export async function lockTransactionsOfUser(tx: Tx, userId: UserId): Promise<LockedTransaction[]> {
  return tx.query(
    `SELECT id, type, status, amount_paise AS "amountPaise" FROM transactions
     WHERE user_id = $1 ORDER BY id FOR UPDATE`,
    [userId],
  );
}

/** Whether the user has more transactions than were locked. */
export async function hasMoreTransactions(
  tx: Tx,
  userId: UserId,
  locked: number,
): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM transactions WHERE user_id = $1',
    [userId],
  );
  return row?.count !== locked;
}

/** Takes a user's transactions out of every list; triggers take them out of every total. */
export async function deleteTransactionsOfUser(tx: Tx, userId: UserId): Promise<void> {
  await tx.query('DELETE FROM transactions WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM daily_nets WHERE user_id = $1', [userId]);
}
