import { eq } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE, type Role, type UserStatus } from '#contract/shared/enums.ts';
import type { AdminRole, Rights } from '#contract/shared/permissions.ts';
import { deletedUsername } from '#contract/users/rules.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { banks } from '#server/db/schema/banks.ts';
import { sources } from '#server/db/schema/sources.ts';
import { users } from '#server/db/schema/users.ts';
import { update } from '#server/db/update.ts';

export interface LockedUser {
  userId: UserId;
  username: string;
  role: Role;
  adminRole: AdminRole;
  status: UserStatus;
  verificationLevel: VerificationLevel;
  freezeReason: string | null;
}

export async function lockUser(query: Query, userId: UserId): Promise<LockedUser | undefined> {
  const [user] = await query<LockedUser>(
    `SELECT id AS "userId", username, role, admin_role AS "adminRole", status,
       verification_level AS "verificationLevel", freeze_reason AS "freezeReason"
     FROM users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [userId],
  );
  return user;
}

export async function isDeletedUser(query: Query, userId: UserId): Promise<boolean> {
  const found = await query('SELECT FROM users WHERE id = $1 AND deleted_at IS NOT NULL', [userId]);
  return found.length > 0;
}

export async function isAdmin(query: Query, userId: UserId): Promise<boolean> {
  const found = await query(`SELECT FROM users WHERE id = $1 AND role = 'admin'`, [userId]);
  return found.length > 0;
}

export async function findUserIdByName(
  query: Query,
  username: string,
): Promise<UserId | undefined> {
  const [user] = await query<{ id: UserId }>('SELECT id FROM users WHERE username = $1', [
    username,
  ]);
  return user?.id;
}

export async function findPasswordHash(query: Query, userId: UserId): Promise<string | undefined> {
  const [user] = await query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [userId],
  );
  return user?.hash;
}

export interface Account {
  username: string;
  role: Role;
}

export async function findAccount(query: Query, userId: UserId): Promise<Account | undefined> {
  const [account] = await query<Account>(
    'SELECT username, role FROM users WHERE id = $1 AND deleted_at IS NULL',
    [userId],
  );
  return account;
}

/** Returns whether a person set the user's current password, not the server at a start. */
export async function hasPersonChosenPassword(query: Query, userId: UserId): Promise<boolean> {
  const [last] = await query<{ isPersons: boolean }>(
    `SELECT actor_id IS NOT NULL OR ip = '${COMMAND_LINE}' AS "isPersons" FROM audit_log
     WHERE chain_id = $1::text AND action IN ('user.create', 'user.password', 'user.resetPassword', 'user.setPassword')
     ORDER BY seq DESC LIMIT 1`,
    [userId],
  );
  return last?.isPersons ?? false;
}

/** Returns false if another person set the user's current password: an administrator, or an operator on the command line. */
export async function hasOwnPassword(query: Query, userId: UserId): Promise<boolean> {
  const [last] = await query<{ isOwn: boolean }>(
    `SELECT action IN ('user.password', 'user.resetPassword') OR (actor_id IS NULL AND ip IS DISTINCT FROM '${COMMAND_LINE}') AS "isOwn" FROM audit_log
     WHERE chain_id = $1::text AND action IN ('user.create', 'user.password', 'user.resetPassword', 'user.setPassword')
     ORDER BY seq DESC LIMIT 1`,
    [userId],
  );
  return last?.isOwn ?? true;
}

/** Replaces a password hash if it is still `knownHash`; returns whether it was. */
export async function replacePasswordHash(
  query: Query,
  userId: UserId,
  { knownHash, newHash }: { knownHash: string; newHash: string },
): Promise<boolean> {
  return update(query, users, {
    set: { passwordHash: newHash, mustChangePassword: false },
    where: { id: userId, passwordHash: knownHash },
  });
}

export async function insertUser(orm: Orm, user: NewRow<typeof users, 'status'>): Promise<void> {
  await orm.insert(users).values(user);
}

export async function updateUser(
  orm: Orm,
  userId: UserId,
  changes:
    | { passwordHash: string; mustChangePassword?: boolean }
    | { status: UserStatus }
    | { verificationLevel: VerificationLevel; verificationReason: string }
    | { frozenAt: Date | null; freezeReason: string | null }
    | (Rights & { mustChangePassword?: boolean; secondFactorRequiredSince?: Date }),
): Promise<void> {
  await orm.update(users).set(changes).where(eq(users.id, userId));
}

interface Lists {
  banks: (typeof banks.$inferInsert)[];
  sources: (typeof sources.$inferInsert)[];
}

/** Inserts the default banks and sources once: deleted ones keep their rows, so an empty table is new. */
export async function insertFirstLists(orm: Orm, lists: Lists): Promise<void> {
  const [bank] = await orm.select({ id: banks.id }).from(banks).limit(1);
  if (bank) return;
  await orm.insert(banks).values(lists.banks);
  await orm.insert(sources).values(lists.sources);
}

export async function selectAvatars(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM files WHERE user_id = $1 AND kind = 'avatars'`,
    [userId],
  );
  return rows.map((row) => row.id);
}

/** Replaces the name of a deleted account, in the search texts too. Its old username can be given to another user. */
/** The number of the advisory lock of deletions of administrators. */
const ADMIN_DELETIONS_LOCK = 7_260_182;

/**
 * Serializes deletions of administrators until the transaction ends. Each locks the name of one and notifies the others, so that
 * two of them would wait for each other.
 */
export async function lockAdminDeletions(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [ADMIN_DELETIONS_LOCK]);
}

export async function markDeleted(
  query: Query,
  { userId, at, isErasurePending }: { userId: UserId; at: Date; isErasurePending: boolean },
): Promise<void> {
  const username = deletedUsername(userId);
  await query(
    `UPDATE users SET username = $2, username_skeleton = NULL, password_hash = '', role = 'user', status = 'inactive',
       verification_reason = NULL, frozen_at = NULL, freeze_reason = NULL,
       second_factor_since = NULL, second_factor_required_since = NULL,
       deleted_at = $3, is_erasure_pending = $4 WHERE id = $1`,
    [userId, username, at, isErasurePending],
  );
  await query(
    `UPDATE user_search SET shown = shown_of_user($2, NULL, NULL, NULL), handle = lower($2) || ' ' || $1::uuid::text
     WHERE user_id = $1::uuid`,
    [userId, username],
  );
}
