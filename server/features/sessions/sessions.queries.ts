import { sql } from 'drizzle-orm';
import { APPROVAL_HOURS } from '#contract/approvals/rules.ts';
import { CONFIRMED_MINUTES, PROOF_KINDS, type ProofKind } from '#contract/sessions/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { NewRow } from '#server/db/insert-many.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { waitingDecisions } from '#server/db/schema/review.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  nullable,
  optional,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValue,
  selectValues,
  text,
  time,
  together,
  words,
} from '#server/db/selection.ts';
import { update, updateReturning } from '#server/db/update.ts';
import { FACTOR_DUE_AT } from '#server/platform/auth/factor-policy.ts';
import {
  isTooOld,
  lifetimesOf,
  PASSWORD_RULE_APPLIES,
  sessionStateOf,
  WITH_SETTINGS,
} from '#server/platform/auth/session-state.ts';

/** By the database's clock, which wrote the time. A time in the future was written before a clock was corrected. */
const CONFIRMED = `coalesce(s.confirmed_at > now() - interval '${CONFIRMED_MINUTES} minutes'
  AND s.confirmed_at < now() + interval '1 minute', false)`;

/** The ways in which the user `u` can confirm their identity. `$2` is the provider that can sign people in, or empty. */
const proofKinds = words(
  PROOF_KINDS,
  `CASE WHEN u.second_factor_since IS NULL THEN array_remove(ARRAY['password',
    CASE WHEN EXISTS (SELECT FROM identities WHERE user_id = u.id AND issuer = $2) THEN 'provider' END
  ], NULL) ELSE array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL) THEN 'totp' END,
    CASE WHEN EXISTS (SELECT FROM passkeys WHERE user_id = u.id) THEN 'passkey' END,
    CASE WHEN EXISTS (SELECT FROM recovery_codes WHERE user_id = u.id AND used_at IS NULL) THEN 'recoveryCode' END
  ], NULL) END`,
);

const mustChangePassword = boolean(`u.must_change_password AND ${PASSWORD_RULE_APPLIES}`);
const factorDueAt = nullable(time(FACTOR_DUE_AT));

const foundColumns = together(
  renamed(sessions, 's', { sessionId: 'id', userId: 'userId', tokenHash: 'tokenHash' }),
  sessionStateOf('u'),
  computed({
    mustChangePassword: nullable(mustChangePassword),
    isConfirmed: boolean(CONFIRMED),
    factorDueAt,
    proofKinds,
  }),
);
export type FoundSession = Selected<typeof foundColumns>;

export async function findSessions(
  query: Query,
  tokenHashes: readonly Buffer[],
  issuer: string,
): Promise<(FoundSession | undefined)[]> {
  const found = await select(
    query,
    foundColumns,
    `FROM sessions s LEFT JOIN users u ON u.id = s.user_id ${WITH_SETTINGS}
     WHERE s.token_hash = ANY ($1)`,
    [tokenHashes, issuer],
  );
  return tokenHashes.map((hash) => found.find((session) => session.tokenHash.equals(hash)));
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

const namedColumns = renamed(users, 'u', {
  userId: 'id',
  /** The spelling in the database, whose comparison treats more spellings as equal than JavaScript's. */
  username: 'username',
  passwordHash: 'passwordHash',
});
export type NamedAccount = Selected<typeof namedColumns>;
const hasFactor = computed({ hasSecondFactor: boolean('second_factor_since IS NOT NULL') });
const candidateColumns = together(namedColumns, selectionOf(users, 'u', ['status']), hasFactor);
export type LoginCandidate = Selected<typeof candidateColumns>;

export async function findLoginCandidate(
  query: Query,
  username: string,
): Promise<LoginCandidate | undefined> {
  return selectFirst(
    query,
    candidateColumns,
    'FROM users u WHERE username = $1 AND deleted_at IS NULL',
    [username],
  );
}

export async function listAccountsNamed(
  query: Query,
  usernames: string[],
): Promise<NamedAccount[]> {
  return select(
    query,
    namedColumns,
    'FROM users u WHERE username = ANY($1::citext[]) ORDER BY username',
    [usernames],
  );
}

const viewColumns = together(
  selectionOf(users, 'u', ['id', 'username', 'freezeReason', 'role', 'adminRole', 'createdAt']),
  optional(
    selectionOf(userProfiles, 'p', [
      ...(['firstName', 'lastName', 'email', 'avatarUrl', 'language'] as const),
      ...(['rowDensity', 'hiddenColumns'] as const),
    ]),
  ),
  computed({ mustChangePassword, factorDueAt }),
);

export async function findSessionView(
  query: Query,
  userId: UserId,
  sessionId: string,
): Promise<Selected<typeof viewColumns> | undefined> {
  return selectFirst(
    query,
    viewColumns,
    'FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id LEFT JOIN sessions s ON s.id = $2 WHERE u.id = $1',
    [userId, sessionId],
  );
}

const lockedColumns = together(selectionOf(users, 'u', ['passwordHash']), hasFactor);
export type LockedUser = Selected<typeof lockedColumns>;

/**
 * Locks an active user against other logins and commands. Returns the password's hash, and whether the account has a second factor; undefined if there is
 * no such user.
 */
export async function lockActiveUser(
  query: Query,
  userId: UserId,
): Promise<LockedUser | undefined> {
  return selectFirst(
    query,
    lockedColumns,
    `FROM users u
     WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`,
    [userId],
  );
}

export async function findUsername(query: Query, userId: UserId): Promise<string | undefined> {
  return selectValue(query, text('username'), 'FROM users WHERE id = $1', [userId]);
}

/** Returns the ways in which a person with a second factor can present it. */
export async function findFactorKinds(query: Query, userId: UserId): Promise<ProofKind[]> {
  return (await selectValue(query, proofKinds, 'FROM users u WHERE u.id = $1', [userId, ''])) ?? [];
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
  return selectValue(query, text('password_hash'), 'FROM users WHERE id = $1', [userId]);
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
  return updateReturning(query, sessions, ['id', 'userId'], {
    set: { endedAt: now, endedReason: 'revoked' },
    where: { userId, endedAt: null, openedBy: 'provider' },
    and: sql`${sessions.id} IS DISTINCT FROM ${except ?? null}`,
  });
}

type EndedReason = NonNullable<(typeof sessions.$inferSelect)['endedReason']>;

/**
 * Ends open sessions, except `except` or only `only`, and returns their ids. If all sessions of a user end, those that a
 * logout or the limit ended before get the reason too: what they left behind, which waits for another person, fails then.
 */
export async function endOpenSessions(
  query: Query,
  {
    of,
    except,
    only,
    reason,
    now,
  }: {
    of: { userId: UserId } | { tokenHash: Buffer };
    except?: string | undefined;
    only?: string | undefined;
    reason: EndedReason;
    now: Date;
  },
): Promise<{ id: string; userId: string }[]> {
  const { id } = sessions;
  const ended = await updateReturning(query, sessions, ['id', 'userId'], {
    set: { endedAt: now, endedReason: reason },
    where: { ...of, endedAt: null },
    and: sql`${id} IS DISTINCT FROM ${except ?? null} AND ${id} = coalesce(${only ?? null}, ${id})`,
  });
  if ('userId' in of && only === undefined) await replaceReasons(query, of.userId, reason, now);
  return ended;
}

/** Requests for a second approval wait at most this long, so those of older sessions have ended. */
async function replaceReasons(
  query: Query,
  userId: UserId,
  reason: EndedReason,
  now: Date,
): Promise<void> {
  await update(query, sessions, {
    set: { endedReason: reason },
    where: { userId, endedReason: ['logout', 'expired'] },
    and: sql`${sessions.endedAt} > ${now}::timestamptz - ${APPROVAL_HOURS} * interval '1 hour'`,
  });
}

/** Ends the open sessions of a user beyond the `kept` that were used last, and returns their ids. */
export async function endSessionsBeyond(
  query: Query,
  { userId, kept, now }: { userId: UserId; kept: number; now: Date },
): Promise<{ id: string; userId: string }[]> {
  return updateReturning(query, sessions, ['id', 'userId'], {
    set: { endedAt: now, endedReason: 'expired' },
    where: { userId },
    and: sql`${sessions.id} IN (
      SELECT id FROM sessions WHERE user_id = ${userId} AND ended_at IS NULL
      ORDER BY last_seen_at DESC, id DESC OFFSET ${kept})`,
  });
}

const openColumns = together(
  selectionOf(sessions, 's', ['id', 'createdAt', 'lastSeenAt', 'ip', 'userAgent']),
  lifetimesOf('u'),
);
export type OpenSessionRow = Selected<typeof openColumns>;

/** Returns at most 1000 sessions, the last used first. */
export async function listOpenSessions(
  query: Query,
  userId: UserId,
  now: Date,
): Promise<OpenSessionRow[]> {
  const rows = await select(
    query,
    openColumns,
    `FROM sessions s JOIN users u ON u.id = s.user_id ${WITH_SETTINGS}
     WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2
     ORDER BY s.last_seen_at DESC, s.id LIMIT 1000`,
    [userId, now],
  );
  return rows.filter((row) => !isTooOld(row, now));
}

export async function listAddressesOf(query: Query, userId: UserId): Promise<string[]> {
  return selectValues(
    query,
    text('ip'),
    `FROM sessions WHERE user_id = $1 AND ip IS NOT NULL
     GROUP BY ip ORDER BY max(created_at) DESC LIMIT 100`,
    [userId],
  );
}

export async function deleteOldSessions(query: Query, before: Date): Promise<void> {
  await query('DELETE FROM sessions WHERE expires_at < $1', [before]);
}

/** Ends the undo time of decisions made in ended sessions, which the caller has locked. */
export async function expediteDecisions(
  query: Query,
  sessionIds: readonly string[],
): Promise<void> {
  await update(query, waitingDecisions, {
    set: { dueAt: sql`least(${waitingDecisions.dueAt}, clock_timestamp())` },
    where: { sessionId: sessionIds },
  });
}
