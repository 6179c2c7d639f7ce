import type { UserId } from '#contract/base.ts';
import type { Role, UserStatus } from '#contract/rules.ts';
import type { Query } from '#server/lib/db.ts';

/** Any number that nothing else in this database locks on. */
const ADMINS_LOCK = 7_260_152;

export interface LockedUser {
  userId: UserId;
  username: string;
  role: Role;
  status: UserStatus;
}

/** Selects a user for update. */
export async function lockUser(query: Query, userId: UserId): Promise<LockedUser | undefined> {
  const [user] = await query<LockedUser>(
    'SELECT id AS "userId", username, role, status FROM users WHERE id = $1 FOR UPDATE',
    [userId],
  );
  return user;
}

/** Makes changes of who is an active administrator wait for each other, until the transaction ends. */
export async function lockAdministrators(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [ADMINS_LOCK]);
}

export async function hasOtherActiveAdmin(query: Query, userId: UserId): Promise<boolean> {
  const others = await query(
    `SELECT 1 FROM users WHERE role = 'admin' AND status = 'active' AND id <> $1 LIMIT 1`,
    [userId],
  );
  return others.length > 0;
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
