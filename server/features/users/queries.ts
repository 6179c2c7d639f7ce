import type { UserId } from '#contract/base.ts';
import type { Role, UserStatus } from '#contract/rules.ts';
import type { Query } from '#server/db/database.ts';

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

/** Whether the password that a user has now was set by someone signed in, not by the server at a start. */
export async function hasPersonChosenPassword(query: Query, userId: UserId): Promise<boolean> {
  const [last] = await query<{ isPersons: boolean }>(
    `SELECT actor_id IS NOT NULL AS "isPersons" FROM audit_log
     WHERE chain_id = $1::text AND action IN ('user.create', 'user.password', 'user.setPassword')
     ORDER BY seq DESC LIMIT 1`,
    [userId],
  );
  return last?.isPersons ?? false;
}

/** Replaces a password's hash if it is still the known one; answers whether it was. */
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
