import { eq } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE, type Role, type UserStatus } from '#contract/shared/enums.ts';
import type { AdminRole, Rights } from '#contract/shared/permissions.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { banks } from '#server/db/schema/banks.ts';
import { sources } from '#server/db/schema/sources.ts';
import { users } from '#server/db/schema/users.ts';

export interface LockedUser {
  userId: UserId;
  username: string;
  role: Role;
  adminRole: AdminRole;
  status: UserStatus;
  verificationLevel: VerificationLevel;
}

export async function lockUser(query: Query, userId: UserId): Promise<LockedUser | undefined> {
  const [user] = await query<LockedUser>(
    `SELECT id AS "userId", username, role, admin_role AS "adminRole", status,
       verification_level AS "verificationLevel"
     FROM users WHERE id = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  return user;
}

/** Prevents new rows that reference the user until the transaction ends. */
export async function lockUserForDelete(query: Query, userId: UserId): Promise<void> {
  await query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
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

/** Returns whether a person set the user's current password, not the server at a start. */
export async function hasPersonChosenPassword(query: Query, userId: UserId): Promise<boolean> {
  const [last] = await query<{ isPersons: boolean }>(
    `SELECT actor_id IS NOT NULL OR ip = '${COMMAND_LINE}' AS "isPersons" FROM audit_log
     WHERE chain_id = $1::text AND action IN ('user.create', 'user.password', 'user.setPassword')
     ORDER BY seq DESC LIMIT 1`,
    [userId],
  );
  return last?.isPersons ?? false;
}

/** Replaces a password hash if it is still `knownHash`; returns whether it was. */
export async function replacePasswordHash(
  query: Query,
  userId: UserId,
  { knownHash, newHash }: { knownHash: string; newHash: string },
): Promise<boolean> {
  const replaced = await query(
    'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
    [userId, knownHash, newHash],
  );
  return replaced.length > 0;
}

export async function insertUser(orm: Orm, user: NewRow<typeof users, 'status'>): Promise<void> {
  await orm.insert(users).values(user);
}

export async function updateUser(
  orm: Orm,
  userId: UserId,
  changes:
    | { passwordHash: string }
    | { status: UserStatus }
    | { verificationLevel: VerificationLevel; verificationReason: string }
    | Rights,
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

/** Returns the user's own files, without files that an administrator uploaded for all users. */
export async function selectPersonalFiles(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM files WHERE user_id = $1 AND kind IN ('receipts', 'avatars')`,
    [userId],
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes a user and all rows that belong to it. The profile is deleted first: profile changes lock it before the audit
 * chain, as this command does. Foreign keys delete the rest.
 */
export async function deletePerson(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM user_profiles WHERE user_id = $1', [userId]);
  await query('UPDATE files SET user_id = NULL WHERE user_id = $1', [userId]);
  await query('DELETE FROM users WHERE id = $1', [userId]);
}
