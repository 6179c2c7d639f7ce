import type { UserId } from '#contract/shared/base.ts';
import { type Paise, toPaise } from '#contract/shared/money.ts';
import { appError } from '#server/base/errors.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, updateMany } from '#server/db/insert-many.ts';
import { walletBalances } from '#server/db/schema/ledger.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';

export interface Wallet {
  userId: UserId;
  balancePaise: Paise;
  heldPaise: Paise;
  seq: number;
  updatedAt: Date;
}

const columns = selectionOf(walletBalances, 'w');
type WalletRow = Selected<typeof columns>;

export function openWallets(tx: Tx, userIds: readonly UserId[]): void {
  const empty = { balancePaise: 0, heldPaise: 0, seq: 0, updatedAt: tx.at };
  insertMany(
    tx,
    walletBalances,
    userIds.map((userId) => ({ userId, ...empty })),
  );
}

/** Reads a wallet without locking it. Throws USER_NOT_FOUND. */
export async function getWallet(reader: { prepared: Query }, userId: UserId): Promise<Wallet> {
  const [row] = await reader.prepared<WalletRow>(
    `SELECT ${columns.sql} FROM wallet_balances w WHERE user_id = $1`,
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
 *      the session that it replaces); then rows of `api_key_days` by key; then the key of a decision;
 *   1. existing rows of `transactions`, by id (`FOR UPDATE`);
 *      then waiting rows of `approval_requests`, by id; then the administrators who approve (`lockDeciders`); then the lines of
 *      statements whose money they accept, by id (`lockLines`);
 *   2. wallets, by user id (this function);
 *   3. rows of `bank_accounts`; the row of a user to be deleted, against new rows that reference it; then
 *      `stored_bytes` (`insertFile`, `deleteFiles`);
 *   4. inserts into and updates of `transactions`, one statement per command: unique references and keys, then the
 *      per-user rows that triggers maintain, in order of users (those of `passbook_days` last). The lock of a transaction's row
 *      also guards its row of `pending_requests` or `rejected_requests`;
 *   5. audit chains, by chain id, once per transaction (`recordAudit`); then the makers of new requests for approval (`lockMakers`);
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
    `SELECT ${columns.sql} FROM wallet_balances w WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR UPDATE`,
    [wanted],
  );
  if (rows.length < wanted.length) throw appError('USER_NOT_FOUND');
  return new Map(rows.map(toWallet).map((wallet) => [wallet.userId, wallet]));
}

export async function lockWallet(tx: Tx, userId: UserId): Promise<Wallet> {
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  if (!wallet) throw appError('USER_NOT_FOUND');
  return wallet;
}

export function saveWallets(tx: Tx, wallets: Wallet[]): void {
  updateMany(
    tx,
    walletBalances,
    wallets.map((wallet) => ({ ...wallet, updatedAt: tx.at })),
    { key: ['userId'], set: ['balancePaise', 'heldPaise', 'seq', 'updatedAt'] },
  );
}

function toWallet(row: WalletRow): Wallet {
  return {
    userId: row.userId as UserId, // The database's ids are lower-case UUIDs.
    balancePaise: toPaise(row.balancePaise),
    heldPaise: toPaise(row.heldPaise),
    seq: row.seq,
    updatedAt: row.updatedAt,
  };
}
