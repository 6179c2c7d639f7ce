import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { bankAccounts } from '#server/db/schema/bank-accounts.ts';
import { files } from '#server/db/schema/files.ts';
import { users } from '#server/db/schema/users.ts';
import { verificationDocuments, verificationRequests } from '#server/db/schema/verifications.ts';
import { type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update, updateReturning } from '#server/db/update.ts';

/** The most rows of a table that one transaction erases. */
const BATCH_ROWS = 1000;

/** Tables with few rows of a person. The profile is first: profile changes lock it before the audit chain. */
const SMALL = [
  ...[
    'outgoing',
    'push_subscriptions',
    'mail_preferences',
    'password_resets',
    'recovery_addresses',
  ],
  ...[
    'user_profiles',
    'saved_views',
    'user_notes',
    'cancelled_requests',
    'payment_intents',
    'api_keys',
    'sessions',
    'sign_in_links',
  ],
  'own_exports',
  'closure_requests',
  ...['authenticators', 'passkeys', 'recovery_codes', 'identities'],
] as const;
/** Tables that may have many rows of a person. */
const LARGE = [
  ...['notifications', 'removed_notifications'],
  // Before the messages, whose deletion deletes their replies.
  ...['support_replies', 'support_messages'],
] as const;

/**
 * Erases rows with personal data that are no evidence, at most a batch of each large table. Requests name the rows of
 * bank accounts, whose contents are erased. Returns whether more rows remain.
 */
export async function erasePersonalRows(
  query: Query,
  { userId, at }: { userId: UserId; at: Date },
): Promise<boolean> {
  for (const table of SMALL) await query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  const noAccount = { accountHolderName: '', bankName: '', ifscCode: null, isDefault: false };
  await update(query, bankAccounts, {
    set: {
      ...noAccount,
      accountNumber: sql`'00000'`,
      accountNumberHash: null,
      digestSalt: null,
      deletedAt: sql`coalesce(${bankAccounts.deletedAt}, ${at})`,
    },
    where: { userId },
  });
  // Images that an administrator uploaded for all users.
  await update(query, files, {
    set: { userId: null },
    where: { userId },
    and: sql`${files.kind} NOT IN ('receipts', 'avatars', 'documents')`,
  });
  return eraseLarge(query, userId);
}

/**
 * Withdraws the waiting verification request, and marks all requests and documents as erased. Returns the ids of the
 * documents with an image.
 */
export async function eraseVerifications(tx: Tx, userId: UserId): Promise<string[]> {
  // Requests before their documents, as everywhere.
  const { state, decidedAt } = verificationRequests;
  await update(tx.query, verificationRequests, {
    set: {
      erasedAt: tx.at,
      reason: null,
      state: sql`CASE ${state} WHEN 'waiting' THEN 'withdrawn' ELSE ${state} END`,
      decidedAt: sql`CASE ${state} WHEN 'waiting' THEN ${tx.at} ELSE ${decidedAt} END`,
    },
    where: { userId },
  });
  const rows = await updateReturning(tx.query, verificationDocuments, ['id'], {
    set: { deletedAt: tx.at },
    where: { userId, deletedAt: null },
  });
  return rows.map(({ id }) => id);
}

/** Erases at most a batch of each large table, and stops at a full one. Returns whether more rows remain. */
export async function eraseLarge(query: Query, userId: UserId): Promise<boolean> {
  for (const table of LARGE) {
    const erased = await query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE user_id = $1 LIMIT $2)) RETURNING 1`,
      [userId, BATCH_ROWS],
    );
    if (erased.length === BATCH_ROWS) return true;
  }
  return false;
}

const accountColumns = selectionOf(users, 'u', ['id', 'erasingSince']);

/** Returns a deleted account with personal data left, and locks it. Skips accounts that another server erases. */
export async function lockUnfinished(query: Query): Promise<UserId | undefined> {
  const statement = `SELECT ${accountColumns.sql} FROM users u
    WHERE deleted_at IS NOT NULL AND is_erasure_pending
    ORDER BY deleted_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  const row = await selectFirst(query, accountColumns, statement);
  return row?.id;
}

export async function markErased(query: Query, userId: UserId): Promise<void> {
  await update(query, users, { set: { isErasurePending: false }, where: { id: userId } });
}

/** Returns an account that was deleted before this time, and locks it. */
export async function lockExpired(
  query: Query,
  before: Date,
): Promise<Selected<typeof accountColumns> | undefined> {
  const statement = `SELECT ${accountColumns.sql} FROM users u WHERE deleted_at < $1 AND NOT is_erasure_pending
    ORDER BY deleted_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return selectFirst(query, accountColumns, statement, [before]);
}

export async function markErasing(query: Query, userId: UserId, at: Date): Promise<void> {
  await update(query, users, { set: { erasingSince: at }, where: { id: userId } });
}

/** Deletes transactions of a user, newest first, so that the totals follow by triggers. Returns their number. */
export async function deleteSomeTransactions(query: Query, userId: UserId): Promise<number> {
  const deleted = await query(
    `DELETE FROM transactions WHERE user_id = $1 AND id = ANY (ARRAY(
       SELECT id FROM transactions WHERE user_id = $1 ORDER BY created_at DESC, seq DESC, id DESC LIMIT $2))
     RETURNING 1`,
    [userId, BATCH_ROWS],
  );
  return deleted.length;
}

const BATCH_FILES = 100;
const fileId = selectionOf(files, 'f', ['id']);

export async function selectSomeFiles(query: Query, userId: UserId): Promise<string[]> {
  const statement = `SELECT ${fileId.sql} FROM files f WHERE user_id = $1 LIMIT ${BATCH_FILES}`;
  const rows = await select(query, fileId, statement, [userId]);
  return rows.map(({ id }) => id);
}

/** Deletes the last rows of an account whose transactions and files are gone. Foreign keys delete the rest. */
export async function deleteAccount(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM passbook_days WHERE user_id = $1', [userId]);
  await query('DELETE FROM wallet_balances WHERE user_id = $1 AND balance_paise = 0', [userId]);
  await query('DELETE FROM users WHERE id = $1', [userId]);
}
