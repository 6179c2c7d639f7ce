import type { Tx } from '#server/lib/db.ts';

/** Gives a new user an empty wallet, in the transaction that makes the user. */
export async function openWallet(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.query('INSERT INTO wallet_balances (user_id, updated_at) VALUES ($1, $2)', [userId, at]);
}
