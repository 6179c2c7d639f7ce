import type { UserId } from '#contract/shared/base.ts';
import { type Paise, toPaise } from '#contract/shared/money.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { appError } from '#server/platform/runtime/errors.ts';

/** A user's wallet: approved money, and how much of it pending withdrawals hold, in paise. */
export interface Wallet {
  userId: UserId;
  balancePaise: Paise;
  heldPaise: Paise;
  /** The number of the wallet's newest ledger entry. */
  seq: number;
  updatedAt: Date;
}

interface WalletRow {
  user_id: UserId;
  balance_paise: number;
  held_paise: number;
  seq: number;
  updated_at: Date;
}

const columns = 'user_id, balance_paise, held_paise, seq, updated_at';

/** Creates an empty wallet for a new user, in the transaction that creates the user. */
export async function openWallet(tx: Tx, userId: string): Promise<void> {
  await tx.query('INSERT INTO wallet_balances (user_id, updated_at) VALUES ($1, $2)', [
    userId,
    tx.at,
  ]);
}

/** Reads a wallet without locking it. Throws USER_NOT_FOUND. */
export async function getWallet(reader: { query: Query }, userId: UserId): Promise<Wallet> {
  const [row] = await reader.query<WalletRow>(
    `SELECT ${columns} FROM wallet_balances WHERE user_id = $1`,
    [userId],
  );
  if (!row) throw appError('USER_NOT_FOUND');
  return toWallet(row);
}

/**
 * Locks wallets until the transaction ends, in order of user id whatever their order in `userIds`. Returns them by user
 * id. Throws USER_NOT_FOUND if one does not exist.
 *
 * THE LOCK ORDER. Every command takes its locks in the order of this list, which prevents deadlocks:
 *
 *   0. the actor: rows of `users` by id, then of `sessions` and of `api_keys` by id, together with the users whom the
 *      command changes (`platform/commands/command.ts`, which opens every command's transaction; a login locks the user's row, then
 *      the session that it replaces); then the key of a decision;
 *   1. existing rows of `transactions`, by id (`FOR UPDATE`);
 *   2. wallets, by user id (this function);
 *   3. rows of `bank_accounts`; the row of a user to be deleted, against new rows that reference it; then
 *      `stored_bytes` (`insertFile`, `deleteFiles`);
 *   4. inserts into and updates of `transactions`, one statement per command: unique references and keys, then the
 *      per-user rows that triggers maintain, in order of users (those of `passbook_days` last);
 *   5. audit chains, by chain id, once per transaction (`recordAudit`);
 *   6. plain inserts that wait for no lock: ledger entries, files, notifications, events.
 *
 * Webhooks are not in this list: a transaction that locks one takes the audit chain `webhooks` next, and a deletion of their owner
 * takes both before the user's row of step 3 (`lockWebhooksOf`).
 *
 * A foreign key to `users` takes the weakest lock in steps 3 to 6, which waits only for a deletion. A user's row is
 * therefore deleted after all other rows of the user.
 */
export async function lockWallets(tx: Tx, userIds: Iterable<UserId>): Promise<Map<UserId, Wallet>> {
  const wanted = [...new Set(userIds)];
  const rows = await tx.lock<WalletRow>(
    `SELECT ${columns} FROM wallet_balances WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR UPDATE`,
    [wanted],
  );
  if (rows.length < wanted.length) throw appError('USER_NOT_FOUND');
  return new Map(rows.map((row) => [row.user_id, toWallet(row)]));
}

export async function lockWallet(tx: Tx, userId: UserId): Promise<Wallet> {
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  if (!wallet) throw appError('USER_NOT_FOUND');
  return wallet;
}

/** Deletes a wallet with balance 0, in the transaction that deletes its owner. */
export async function closeWallet(tx: Tx, userId: UserId): Promise<void> {
  const closed = await tx.query(
    'DELETE FROM wallet_balances WHERE user_id = $1 AND balance_paise = 0 RETURNING user_id',
    [userId],
  );
  if (closed.length === 0) throw new Error('A wallet that holds money was to be removed');
}

/** Saves wallets that `lockWallets` returned and the caller has changed. */
export function saveWallets(tx: Tx, wallets: Wallet[]): void {
  tx.write(
    `UPDATE wallet_balances AS wallet
     SET balance_paise = moved.balance_paise, held_paise = moved.held_paise, seq = moved.seq, updated_at = $5
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[])
       AS moved (user_id, balance_paise, held_paise, seq)
     WHERE wallet.user_id = moved.user_id`,
    [
      wallets.map((wallet) => wallet.userId),
      wallets.map((wallet) => wallet.balancePaise),
      wallets.map((wallet) => wallet.heldPaise),
      wallets.map((wallet) => wallet.seq),
      tx.at,
    ],
  );
}

function toWallet(row: WalletRow): Wallet {
  return {
    userId: row.user_id,
    balancePaise: toPaise(row.balance_paise),
    heldPaise: toPaise(row.held_paise),
    seq: row.seq,
    updatedAt: row.updated_at,
  };
}
