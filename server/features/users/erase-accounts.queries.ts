import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';

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
  await query(
    `UPDATE bank_accounts SET account_holder_name = '', account_number = '00000',
       account_number_hash = NULL, digest_salt = NULL, bank_name = '', ifsc_code = NULL,
       is_default = false, deleted_at = coalesce(deleted_at, $2) WHERE user_id = $1`,
    [userId, at],
  );
  // Images that an administrator uploaded for all users.
  await query(
    `UPDATE files SET user_id = NULL WHERE user_id = $1 AND kind NOT IN ('receipts', 'avatars', 'documents')`,
    [userId],
  );
  return eraseLarge(query, userId);
}

/**
 * Withdraws the waiting verification request, and marks all requests and documents as erased. Returns the ids of the
 * documents with an image.
 */
export async function eraseVerifications(tx: Tx, userId: UserId): Promise<string[]> {
  // Requests before their documents, as everywhere.
  await tx.query(
    `UPDATE verification_requests SET erased_at = $2, reason = NULL,
       state = CASE state WHEN 'waiting' THEN 'withdrawn' ELSE state END,
       decided_at = CASE state WHEN 'waiting' THEN $2 ELSE decided_at END
     WHERE user_id = $1`,
    [userId, tx.at],
  );
  const rows = await tx.query<{ id: string }>(
    `UPDATE verification_documents SET deleted_at = $2 WHERE user_id = $1 AND deleted_at IS NULL RETURNING id`,
    [userId, tx.at],
  );
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

/** Returns a deleted account with personal data left, and locks it. Skips accounts that another server erases. */
export async function lockUnfinished(query: Query): Promise<UserId | undefined> {
  const [row] = await query<{ id: UserId }>(
    `SELECT id FROM users WHERE deleted_at IS NOT NULL AND is_erasure_pending
     ORDER BY deleted_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return row?.id;
}

export async function markErased(query: Query, userId: UserId): Promise<void> {
  await query('UPDATE users SET is_erasure_pending = false WHERE id = $1', [userId]);
}

/** Returns an account that was deleted before this time, and locks it. */
export async function lockExpired(
  query: Query,
  before: Date,
): Promise<{ id: UserId; erasingSince: Date | null } | undefined> {
  const [row] = await query<{ id: UserId; erasingSince: Date | null }>(
    `SELECT id, erasing_since AS "erasingSince" FROM users WHERE deleted_at < $1 AND NOT is_erasure_pending
     ORDER BY deleted_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [before],
  );
  return row;
}

export async function markErasing(query: Query, userId: UserId, at: Date): Promise<void> {
  await query('UPDATE users SET erasing_since = $2 WHERE id = $1', [userId, at]);
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

export async function selectSomeFiles(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ id: string }>('SELECT id FROM files WHERE user_id = $1 LIMIT $2', [
    userId,
    BATCH_FILES,
  ]);
  return rows.map(({ id }) => id);
}

/** Deletes the last rows of an account whose transactions and files are gone. Foreign keys delete the rest. */
export async function deleteAccount(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM passbook_days WHERE user_id = $1', [userId]);
  await query('DELETE FROM wallet_balances WHERE user_id = $1 AND balance_paise = 0', [userId]);
  await query('DELETE FROM users WHERE id = $1', [userId]);
}
