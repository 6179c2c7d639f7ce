import { eq } from 'drizzle-orm';
import type { UserId } from '#contract/base.ts';
import { COMMAND_LINE, type Role, type UserStatus } from '#contract/rules.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { banks, sources, users } from '#server/db/schema.ts';

export interface LockedUser {
  userId: UserId;
  username: string;
  role: Role;
  status: UserStatus;
}

/** Selects a user for a change. */
export async function lockUser(query: Query, userId: UserId): Promise<LockedUser | undefined> {
  const [user] = await query<LockedUser>(
    'SELECT id AS "userId", username, role, status FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return user;
}

/** Keeps out new rows that name the user, until the transaction ends. */
export async function lockOutNewRows(query: Query, userId: UserId): Promise<void> {
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

/** Whether the password that a user has now was set by a person, not by the server at a start. */
export async function hasPersonChosenPassword(query: Query, userId: UserId): Promise<boolean> {
  const [last] = await query<{ isPersons: boolean }>(
    `SELECT actor_id IS NOT NULL OR ip = '${COMMAND_LINE}' AS "isPersons" FROM audit_log
     WHERE chain_id = $1::text AND action IN ('user.create', 'user.password', 'user.setPassword')
     ORDER BY seq DESC LIMIT 1`,
    [userId],
  );
  return last?.isPersons ?? false;
}

/** Replaces a password's hash if it is still the known one; returns whether it was. */
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

export async function insertUser(orm: Orm, user: typeof users.$inferInsert): Promise<void> {
  await orm.insert(users).values(user);
}

export async function updateUser(
  orm: Orm,
  userId: UserId,
  changes: { passwordHash: string } | { status: UserStatus } | { role: Role },
): Promise<void> {
  await orm.update(users).set(changes).where(eq(users.id, userId));
}

interface Lists {
  banks: (typeof banks.$inferInsert)[];
  sources: (typeof sources.$inferInsert)[];
}

/** Fills both lists, once: deleted banks and sources keep their rows, so an empty list is a new one. */
export async function insertFirstLists(orm: Orm, lists: Lists): Promise<void> {
  const [bank] = await orm.select({ id: banks.id }).from(banks).limit(1);
  if (bank) return;
  await orm.insert(banks).values(lists.banks);
  await orm.insert(sources).values(lists.sources);
}

/** The person's own files. What an administrator uploaded for all stays. */
export async function selectPersonalFiles(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM files WHERE user_id = $1 AND kind IN ('receipts', 'avatars')`,
    [userId],
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes a user's row and all that belongs to it. The profile goes first: who changes it holds its
 * lock before the audit chain's, as this command does. The rest goes by its foreign keys.
 */
export async function deletePerson(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM user_profiles WHERE user_id = $1', [userId]);
  await query('UPDATE files SET user_id = NULL WHERE user_id = $1', [userId]);
  await query('DELETE FROM users WHERE id = $1', [userId]);
}
