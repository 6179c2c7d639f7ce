import type { UserId } from '#contract/shared/base.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import type { Query } from '#server/db/database.ts';
import { passwordResets, recoveryAddresses } from '#server/db/schema/recovery.ts';
import { boolean, computed, integer, nullable, selectFirst, text } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

/** Ends links that were sent to an address, or will be. */
export async function dropTokens(query: Query, userId: UserId): Promise<void> {
  await update(query, passwordResets, {
    set: { tokenHash: null, expiresAt: null },
    where: { userId },
  });
  await query(`DELETE FROM outgoing WHERE user_id = $1 AND kind = 'resetPassword'`, [userId]);
}

/** Removes an address that was not confirmed. */
export async function clearPending(query: Query, userId: UserId): Promise<void> {
  await update(query, recoveryAddresses, {
    set: { pendingAddress: null, codeHash: null, codeExpiresAt: null },
    where: { userId },
  });
}

/** Returns the confirmed address that was removed, if any. */
export async function clearAddress(query: Query, userId: UserId): Promise<string | undefined> {
  const [row] = await query<{ before: string | null }>(
    `UPDATE recovery_addresses r SET address = NULL, pending_address = NULL, code_hash = NULL, code_expires_at = NULL
     FROM (SELECT user_id, address FROM recovery_addresses WHERE user_id = $1 FOR UPDATE) old
     WHERE r.user_id = old.user_id RETURNING old.address AS before`,
    [userId],
  );
  return row?.before ?? undefined;
}

/** Returns whether a linked account at the sign-in provider was removed. */
export async function deleteIdentity(query: Query, userId: UserId): Promise<boolean> {
  const deleted = await query('DELETE FROM identities WHERE user_id = $1 RETURNING 1', [userId]);
  return deleted.length > 0;
}

const otherAccess = computed({
  hasAuthenticator: boolean(
    'EXISTS (SELECT FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL)',
  ),
  passkeys: integer('SELECT count(*) FROM passkeys WHERE user_id = $1'),
  hasRecoveryAddress: boolean(
    'EXISTS (SELECT FROM recovery_addresses WHERE user_id = $1 AND address IS NOT NULL)',
  ),
  identity: nullable(text('SELECT coalesce(email, subject) FROM identities WHERE user_id = $1')),
});

/** Returns the ways to log in that a new password does not remove. */
export async function selectOtherAccess(
  query: Query,
  userId: UserId,
): Promise<UserDetails['otherAccess']> {
  const row = await selectFirst(query, otherAccess, `SELECT ${otherAccess.sql}`, [userId]);
  return row ?? { hasAuthenticator: false, passkeys: 0, hasRecoveryAddress: false, identity: null };
}
