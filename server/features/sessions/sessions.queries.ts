import { sql } from 'drizzle-orm';
import { APPROVAL_HOURS } from '#contract/approvals/rules.ts';
import type { RowDensity } from '#contract/profiles/rules.ts';
import type { ListLayout } from '#contract/profiles/schema.ts';
import { CONFIRMED_MINUTES, type ProofKind } from '#contract/sessions/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Language, Role, UserStatus } from '#contract/shared/enums.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { update, updateReturning } from '#server/db/update.ts';
import { FACTOR_DUE_AT } from '#server/platform/auth/factor-policy.ts';
import {
  isTooOld,
  lifetimesOf,
  PASSWORD_RULE_APPLIES,
  type SessionState,
  WITH_SETTINGS,
} from '#server/platform/auth/session-state.ts';

/** By the database's clock, which wrote the time. A time in the future was written before a clock was corrected. */
const CONFIRMED = `coalesce(s.confirmed_at > now() - interval '${CONFIRMED_MINUTES} minutes'
  AND s.confirmed_at < now() + interval '1 minute', false)`;

/** The ways in which the user `u` can confirm their identity. `issuer` is the provider that can sign people in, or empty. */
const proofKindsOf = (
  issuer: '$2',
) => `CASE WHEN u.second_factor_since IS NULL THEN array_remove(ARRAY['password',
    CASE WHEN EXISTS (SELECT FROM identities WHERE user_id = u.id AND issuer = ${issuer}) THEN 'provider' END
  ], NULL) ELSE array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL) THEN 'totp' END,
    CASE WHEN EXISTS (SELECT FROM passkeys WHERE user_id = u.id) THEN 'passkey' END,
    CASE WHEN EXISTS (SELECT FROM recovery_codes WHERE user_id = u.id AND used_at IS NULL) THEN 'recoveryCode' END
  ], NULL) END AS "proofKinds"`;

export type FoundSession = SessionState & {
  sessionId: string;
  userId: UserId;
  proofKinds: ProofKind[];
};

export async function findSessions(
  query: Query,
  tokenHashes: readonly Buffer[],
  issuer: string,
): Promise<(FoundSession | undefined)[]> {
  const sessions = await query<FoundSession & { tokenHash: Buffer }>(
    `SELECT s.id AS "sessionId", s.user_id AS "userId", s.last_seen_at AS "lastSeenAt",
       s.created_at AS "createdAt", s.expires_at AS "expiresAt", s.ended_at AS "endedAt", s.ended_reason AS "endedReason",
       ${lifetimesOf('u')}, s.token_hash AS "tokenHash", u.username, u.role, u.admin_role AS "adminRole", u.status,
       u.must_change_password AND ${PASSWORD_RULE_APPLIES} AS "mustChangePassword", ${CONFIRMED} AS "isConfirmed", ${FACTOR_DUE_AT} AS "factorDueAt",
       ${proofKindsOf('$2')}
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id ${WITH_SETTINGS}
     WHERE s.token_hash = ANY ($1)`,
    [tokenHashes, issuer],
  );
  return tokenHashes.map((hash) => sessions.find((session) => session.tokenHash.equals(hash)));
}

/** Skips a locked row. Corrects times that were written by a clock that ran ahead; `latestEnd` limits the expiry. */
export async function touchSession(
  query: Query,
  sessionId: string,
  { now, latestEnd }: { now: Date; latestEnd: Date },
): Promise<void> {
  await query(
    `UPDATE sessions SET last_seen_at = $2, created_at = least(created_at, $2),
       expires_at = least(expires_at, $3) WHERE id = (
       SELECT id FROM sessions
       WHERE id = $1 AND abs(extract(epoch FROM last_seen_at - $2)) > 60
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
  hasSecondFactor: boolean;
}

export async function findLoginCandidate(
  query: Query,
  username: string,
): Promise<LoginCandidate | undefined> {
  const [candidate] = await query<LoginCandidate>(
    `SELECT id AS "userId", username, password_hash AS "passwordHash", status,
       second_factor_since IS NOT NULL AS "hasSecondFactor"
     FROM users WHERE username = $1 AND deleted_at IS NULL`,
    [username],
  );
  return candidate;
}

export type NamedAccount = Omit<LoginCandidate, 'status' | 'hasSecondFactor'>;

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
  factorDueAt: Date | null;
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
  rowDensity: RowDensity | null;
  hiddenColumns: ListLayout['hidden'] | null;
}

export async function findSessionView(
  query: Query,
  userId: UserId,
  sessionId: string,
): Promise<SessionViewRow | undefined> {
  const [row] = await query<SessionViewRow>(
    `SELECT u.id, u.username, u.must_change_password AND ${PASSWORD_RULE_APPLIES} AS "mustChangePassword", u.freeze_reason AS "freezeReason",
       ${FACTOR_DUE_AT} AS "factorDueAt", u.role, u.admin_role AS "adminRole", u.created_at AS "createdAt", p.first_name AS "firstName",
       p.last_name AS "lastName", p.email, p.avatar_url AS "avatarUrl", p.language,
       p.row_density AS "rowDensity", p.hidden_columns AS "hiddenColumns"
     FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id LEFT JOIN sessions s ON s.id = $2 WHERE u.id = $1`,
    [userId, sessionId],
  );
  return row;
}

export interface LockedUser {
  passwordHash: string;
  hasSecondFactor: boolean;
}

/**
 * Locks an active user against other logins and commands. Returns the password's hash, and whether the account has a second factor; undefined if there is
 * no such user.
 */
export async function lockActiveUser(
  query: Query,
  userId: UserId,
): Promise<LockedUser | undefined> {
  const [active] = await query<LockedUser>(
    `SELECT password_hash AS "passwordHash", second_factor_since IS NOT NULL AS "hasSecondFactor"
     FROM users WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`,
    [userId],
  );
  return active;
}

export async function findUsername(query: Query, userId: UserId): Promise<string | undefined> {
  const [user] = await query<{ username: string }>('SELECT username FROM users WHERE id = $1', [
    userId,
  ]);
  return user?.username;
}

/** Returns the ways in which a person with a second factor can present it. */
export async function findFactorKinds(query: Query, userId: UserId): Promise<ProofKind[]> {
  const [user] = await query<{ proofKinds: ProofKind[] }>(
    `SELECT ${proofKindsOf('$2')} FROM users u WHERE u.id = $1`,
    [userId, ''],
  );
  return user?.proofKinds ?? [];
}

/** Returns whether the user has signed in before. */
export async function hasSessions(query: Query, userId: UserId): Promise<boolean> {
  const [found] = await query('SELECT 1 FROM sessions WHERE user_id = $1 LIMIT 1', [userId]);
  return found !== undefined;
}

/** A new session is confirmed if the person has just proved to the wallet who they are. */
export async function insertSession(
  orm: Orm,
  {
    isConfirmed,
    ...session
  }: Omit<NewRow<typeof sessions>, 'confirmedAt'> & { isConfirmed: boolean },
): Promise<void> {
  const confirmedAt = isConfirmed ? sql`clock_timestamp()` : null;
  await orm.insert(sessions).values({ ...session, confirmedAt });
}

export async function confirmSession(query: Query, sessionId: string): Promise<void> {
  await update(query, sessions, {
    set: { confirmedAt: sql`clock_timestamp()` },
    where: { id: sessionId },
  });
}

export async function findPasswordHash(query: Query, userId: UserId): Promise<string | undefined> {
  const [user] = await query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [userId],
  );
  return user?.hash;
}

/** Returns whether the password is still this one, and the account has no second factor to confirm with. */
export async function isOnlyPassword(
  query: Query,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
): Promise<boolean> {
  const found = await query(
    'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 AND second_factor_since IS NULL',
    [userId, passwordHash],
  );
  return found.length > 0;
}

/** Returns whether the account at the provider is still linked, and the person has no second factor to confirm with. */
export async function isOnlyIdentity(
  query: Query,
  { userId, issuer, subject }: { userId: UserId; issuer: string; subject: string },
): Promise<boolean> {
  const found = await query(
    `SELECT 1 FROM identities i JOIN users u ON u.id = i.user_id
     WHERE i.user_id = $1 AND i.issuer = $2 AND i.subject = $3 AND u.second_factor_since IS NULL`,
    [userId, issuer, subject],
  );
  return found.length > 0;
}

export async function hasIdentity(query: Query, userId: UserId): Promise<boolean> {
  return (await query('SELECT 1 FROM identities WHERE user_id = $1', [userId])).length > 0;
}

/** Ends the open sessions that sign-in links of an API key opened. */
export async function endSessionsOfKey(
  query: Query,
  { apiKeyId, now }: { apiKeyId: string; now: Date },
): Promise<{ id: string; userId: string }[]> {
  return updateReturning(query, sessions, ['id', 'userId'], {
    set: { endedAt: now, endedReason: 'revoked' },
    where: { openedWith: apiKeyId, endedAt: null },
  });
}

/** Ends the open sessions of a user that the provider opened, except one. */
export async function endSessionsByProvider(
  query: Query,
  { userId, except, now }: { userId: UserId; except?: string | undefined; now: Date },
): Promise<{ id: string; userId: string }[]> {
  return query(
    `UPDATE sessions SET ended_at = $2, ended_reason = 'revoked' WHERE user_id = $1 AND ended_at IS NULL
       AND opened_by = 'provider' AND id IS DISTINCT FROM $3
     RETURNING id, user_id AS "userId"`,
    [userId, now, except],
  );
}

/**
 * Ends open sessions, except `except` or only `only`, and returns their ids. If all sessions of a user end, those that a
 * logout or the limit ended before get the reason too: what they left behind, which waits for another person, fails then.
 */
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
  const ended = await query<{ id: string; userId: string }>(
    `UPDATE sessions SET ended_at = $2, ended_reason = $3 WHERE ${where} = $1 AND ended_at IS NULL
       AND id IS DISTINCT FROM $4 AND id = coalesce($5, id)
     RETURNING id, user_id AS "userId"`,
    [value, now, reason, except, only],
  );
  if (where === 'user_id' && only === undefined) await replaceReasons(query, value, reason, now);
  return ended;
}

/** Requests for a second approval wait at most this long, so those of older sessions have ended. */
async function replaceReasons(
  query: Query,
  userId: unknown,
  reason: string,
  now: Date,
): Promise<void> {
  await query(
    `UPDATE sessions SET ended_reason = $2
     WHERE user_id = $1 AND ended_reason IN ('logout', 'expired')
       AND ended_at > $3::timestamptz - interval '${APPROVAL_HOURS} hours'`,
    [userId, reason, now],
  );
}

/** Ends the open sessions of a user beyond the `kept` that were used last, and returns their ids. */
export async function endSessionsBeyond(
  query: Query,
  { userId, kept, now }: { userId: UserId; kept: number; now: Date },
): Promise<{ id: string; userId: string }[]> {
  return query(
    `UPDATE sessions SET ended_at = $3, ended_reason = 'expired' WHERE id IN (
       SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL
       ORDER BY last_seen_at DESC, id DESC OFFSET $2)
     RETURNING id, user_id AS "userId"`,
    [userId, kept, now],
  );
}

export interface OpenSessionRow {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  ip: string | null;
  userAgent: string | null;
}

/** Returns at most 1000 sessions, the last used first. */
export async function listOpenSessions(
  query: Query,
  userId: UserId,
  now: Date,
): Promise<OpenSessionRow[]> {
  const rows = await query<OpenSessionRow & Pick<SessionState, 'idleHours' | 'lifeHours'>>(
    `SELECT s.id, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.ip, s.user_agent AS "userAgent",
       ${lifetimesOf('u')}
     FROM sessions s JOIN users u ON u.id = s.user_id ${WITH_SETTINGS}
     WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2
     ORDER BY s.last_seen_at DESC, s.id LIMIT 1000`,
    [userId, now],
  );
  return rows.filter((row) => !isTooOld(row, now));
}

export async function listAddressesOf(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ ip: string }>(
    `SELECT ip FROM sessions WHERE user_id = $1 AND ip IS NOT NULL
     GROUP BY ip ORDER BY max(created_at) DESC LIMIT 100`,
    [userId],
  );
  return rows.map(({ ip }) => ip);
}

export async function deleteOldSessions(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM sessions WHERE expires_at < $1', [before]);
}

/** Ends the undo time of decisions made in ended sessions, which the caller has locked. */
export async function expediteDecisions(
  query: Query,
  sessionIds: readonly string[],
): Promise<void> {
  await query(
    `UPDATE waiting_decisions SET due_at = least(due_at, clock_timestamp())
     WHERE session_id = ANY ($1::uuid[])`,
    [sessionIds],
  );
}
