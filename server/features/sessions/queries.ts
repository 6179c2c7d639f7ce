import type { UserId } from '#contract/shared/base.ts';
import type { Language, Role, UserStatus } from '#contract/shared/enums.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import type { SessionState } from '#server/platform/auth/session-state.ts';

export type FoundSession = SessionState & { sessionId: string; userId: UserId };

export async function findSessions(
  query: Query,
  tokenHashes: readonly Buffer[],
): Promise<(FoundSession | undefined)[]> {
  const sessions = await query<FoundSession & { tokenHash: Buffer }>(
    `SELECT s.id AS "sessionId", s.user_id AS "userId", s.last_seen_at AS "lastSeenAt",
       s.expires_at AS "expiresAt", s.ended_at AS "endedAt", s.ended_reason AS "endedReason",
       s.token_hash AS "tokenHash", u.username, u.role, u.admin_role AS "adminRole", u.status,
       u.must_change_password AS "mustChangePassword"
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id
     WHERE s.token_hash = ANY ($1)`,
    [tokenHashes],
  );
  return tokenHashes.map((hash) => sessions.find((session) => session.tokenHash.equals(hash)));
}

/** Skips a locked row. `latestEnd` limits an expiry that was written by a clock that ran ahead. */
export async function touchSession(
  query: Query,
  sessionId: string,
  { now, latestEnd }: { now: Date; latestEnd: Date },
): Promise<void> {
  await query(
    `UPDATE sessions SET last_seen_at = $2, expires_at = least(expires_at, $3) WHERE id = (
       SELECT id FROM sessions
       WHERE id = $1 AND (last_seen_at < $2 OR last_seen_at > $2 + interval '1 minute')
       FOR NO KEY UPDATE SKIP LOCKED)`,
    [sessionId, now, latestEnd],
  );
}

export interface LoginCandidate {
  userId: UserId;
  /** The spelling in the database, whose comparison treats more spellings as equal than JavaScript's. */
  username: string;
  passwordHash: string;
  status: UserStatus;
}

export async function findLoginCandidate(
  query: Query,
  username: string,
): Promise<LoginCandidate | undefined> {
  const [candidate] = await query<LoginCandidate>(
    `SELECT id AS "userId", username, password_hash AS "passwordHash", status
     FROM users WHERE username = $1 AND deleted_at IS NULL`,
    [username],
  );
  return candidate;
}

export type NamedAccount = Omit<LoginCandidate, 'status'>;

export async function listAccountsNamed(
  query: Query,
  usernames: string[],
): Promise<NamedAccount[]> {
  return query(
    `SELECT id AS "userId", username, password_hash AS "passwordHash"
     FROM users WHERE username = ANY($1::citext[]) ORDER BY username`,
    [usernames],
  );
}

export interface SessionViewRow {
  mustChangePassword: boolean;
  freezeReason: string | null;
  id: UserId;
  username: string;
  role: Role;
  adminRole: AdminRole;
  createdAt: Date;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  avatarUrl: string | null;
  language: Language | null;
}

export async function findSessionView(
  query: Query,
  userId: UserId,
): Promise<SessionViewRow | undefined> {
  const [row] = await query<SessionViewRow>(
    `SELECT u.id, u.username, u.must_change_password AS "mustChangePassword", u.freeze_reason AS "freezeReason", u.role, u.admin_role AS "adminRole", u.created_at AS "createdAt", p.first_name AS "firstName",
       p.last_name AS "lastName", p.email, p.avatar_url AS "avatarUrl", p.language
     FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return row;
}

/** Locks a user who is active and still has this password hash; returns false if there is none. */
export async function lockActiveUser(
  query: Query,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
): Promise<boolean> {
  const active = await query(
    `SELECT 1 FROM users WHERE id = $1 AND status = 'active' AND password_hash = $2 FOR SHARE`,
    [userId, passwordHash],
  );
  return active.length > 0;
}

/** Returns whether the user has signed in before. */
export async function hasSessions(query: Query, userId: UserId): Promise<boolean> {
  const [found] = await query('SELECT 1 FROM sessions WHERE user_id = $1 LIMIT 1', [userId]);
  return found !== undefined;
}

export async function insertSession(orm: Orm, session: NewRow<typeof sessions>): Promise<void> {
  await orm.insert(sessions).values(session);
}

/** Ends open sessions, except `except` or only `only`, and returns their ids. */
export async function endOpenSessions(
  query: Query,
  {
    where,
    value,
    except,
    only,
    reason,
    now,
  }: {
    where: 'user_id' | 'token_hash';
    value: unknown;
    except?: string | undefined;
    only?: string | undefined;
    reason: string;
    now: Date;
  },
): Promise<{ id: string; userId: string }[]> {
  return query(
    `UPDATE sessions SET ended_at = $2, ended_reason = $3 WHERE ${where} = $1 AND ended_at IS NULL
       AND id IS DISTINCT FROM $4 AND id = coalesce($5, id)
     RETURNING id, user_id AS "userId"`,
    [value, now, reason, except, only],
  );
}

export interface OpenSession {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  ip: string | null;
  userAgent: string | null;
}

export async function listOpenSessions(query: Query, userId: UserId): Promise<OpenSession[]> {
  return query(
    `SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", ip, user_agent AS "userAgent"
     FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now()
     ORDER BY last_seen_at DESC, id LIMIT 1000`,
    [userId],
  );
}

export async function listAddressesOf(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ ip: string }>(
    `SELECT ip FROM sessions WHERE user_id = $1 AND ip IS NOT NULL
     GROUP BY ip ORDER BY max(created_at) DESC LIMIT 100`,
    [userId],
  );
  return rows.map(({ ip }) => ip);
}

/** Returns the keys that sign device cookies, newest first. */
export async function listDeviceKeys(query: Query): Promise<Buffer[]> {
  const rows = await query<{ secret: Buffer }>(
    'SELECT secret FROM device_keys ORDER BY created_at DESC, id DESC LIMIT 10',
  );
  return rows.map((row) => row.secret);
}

/** The database generates the secret with its secure random generator. */
export async function makeDeviceKey(query: Query): Promise<void> {
  await query('INSERT INTO device_keys DEFAULT VALUES');
}

export async function deleteOldSessions(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM sessions WHERE expires_at < $1', [before]);
}
