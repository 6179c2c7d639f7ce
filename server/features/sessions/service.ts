import type { FastifyRequest } from 'fastify';
import type { UserId } from '#contract/base.ts';
import { errorTable } from '#contract/errors.ts';
import type { SessionView } from '#contract/sessions.ts';
import { sessions } from '#server/db/schema.ts';
import { readSession } from '#server/lib/command.ts';
import type { Tx } from '#server/lib/db.ts';
import {
  areWellKnownPasswordsAllowed,
  isWellKnownPassword,
} from '#server/lib/default-passwords.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError, isAppError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Authenticate } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import { verifyPassword } from '#server/lib/password.ts';
import { countAttempt, pruneThrottles } from '#server/lib/throttle.ts';
import { hashToken, markStale, newToken, readToken } from './cookie.ts';
import { findExposedAccounts } from './exposed-accounts.ts';
import {
  deleteOldSessions,
  endOpenSessions,
  findLoginCandidate,
  findSession,
  findSessionView,
  type LoginCandidate,
  touchSession,
} from './queries.ts';

export { clearStaleCookie } from './cookie.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session ends after so long, however much it is used. */
const ABSOLUTE_MS = 30 * DAY_MS;

/** Who asks to sign in, from where, with the session they may still hold. */
export interface Visitor {
  ip: string;
  userAgent: string | undefined;
  token: string | undefined;
  /** Whether they ask from this machine itself. */
  isDirect: boolean;
}

/** Tells who holds a request's cookie, from the database every time: what ends a session ends it at once. */
export function authenticate(deps: Deps): Authenticate {
  return async (request: FastifyRequest) => {
    try {
      const session = await findOpenSession(deps, readToken(request));
      return { ...session, ip: request.ip };
    } catch (error) {
      // An outage ends no session: only the closed list says that a cookie is worth nothing.
      if (isAppError(error) && error.status === 401) markStale(request);
      throw error;
    }
  };
}

async function findOpenSession(deps: Deps, token: string | undefined) {
  const session = token ? await findSession(deps.db.query, hashToken(token)) : undefined;
  const now = deps.clock.now();
  if (!session) throw appError('MISSING_SESSION');
  const found = readSession(session, now);
  if (found.refusal) throw found.refusal;
  const { sessionId, userId } = session;
  if (now.getTime() - session.lastSeenAt.getTime() > MINUTE_MS) {
    await touchSession(deps.db.query, sessionId, now);
  }
  return { sessionId, userId, username: found.username, role: found.role };
}

/**
 * Signs in. Every failure, an unknown or inactive user's too, runs the same steps and says the same.
 * Throws CREDENTIALS_REQUIRED, INVALID_CREDENTIALS or TOO_MANY_ATTEMPTS.
 */
export async function login(
  deps: Deps,
  visitor: Visitor,
  { username, password }: { username: string; password: string },
): Promise<{ view: SessionView; token: string; lifeMs: number }> {
  if (username === '' || password === '') throw appError('CREDENTIALS_REQUIRED');
  const attempt = await countAttempt(deps, { username, ip: visitor.ip });
  const candidate = await findLoginCandidate(deps.db.query, storable(username));
  const matches = await verifyPassword(candidate?.passwordHash, password);
  const opens = matches && candidate && mayOpen(deps, visitor, candidate.username, password);
  if (!opens || candidate.status !== 'active') throw appError('INVALID_CREDENTIALS');
  await attempt.forgive();
  const session = await openSession(deps, visitor, candidate);
  return { ...session, view: await getSessionView(deps, candidate.userId) };
}

/** A password that everyone knows opens only to whoever sits at this machine, while nothing else is to reach it. */
function mayOpen(deps: Deps, { isDirect }: Visitor, username: string, password: string): boolean {
  if (!isWellKnownPassword(username, password)) return true;
  return isDirect && areWellKnownPasswordsAllowed(deps.config);
}

/** PostgreSQL's text holds no NUL, and no username has one. */
function storable(username: string): string {
  return username.replaceAll('\u0000', '\uFFFD');
}

async function openSession(deps: Deps, visitor: Visitor, { userId, passwordHash }: LoginCandidate) {
  const now = deps.clock.now();
  const token = newToken();
  await deps.db.transaction(async (tx) => {
    // Locked, so that a deactivation or a new password at this moment either sees the new session or
    // is seen here.
    const active = await tx.query(
      `SELECT 1 FROM users WHERE id = $1 AND status = 'active' AND password_hash = $2 FOR SHARE`,
      [userId, passwordHash],
    );
    if (active.length === 0) throw appError('INVALID_CREDENTIALS');
    if (visitor.token) await endByToken(deps, tx, visitor.token);
    await tx.orm.insert(sessions).values({
      id: newId(),
      userId,
      tokenHash: hashToken(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + ABSOLUTE_MS),
      ip: visitor.ip,
      userAgent: visitor.userAgent?.slice(0, 300),
    });
  });
  return { token, lifeMs: ABSOLUTE_MS };
}

/** Ends the session of a token, if it is one; signing out twice is no error. */
export async function logout(deps: Deps, token: string | undefined): Promise<void> {
  if (token) await deps.db.transaction((tx) => endByToken(deps, tx, token));
}

async function endByToken(deps: Deps, tx: Tx, token: string): Promise<void> {
  const now = deps.clock.now();
  const value = hashToken(token);
  const ended = await endOpenSessions(tx.query, {
    where: 'token_hash',
    value,
    reason: 'logout',
    now,
  });
  await tellStreams(deps, tx, ended, errorTable.MISSING_SESSION.message);
}

/**
 * Ends all of a user's sessions, but for the one named in `except`, and their open streams, in the
 * transaction of what made it necessary.
 */
export async function endSessionsOfUser(
  deps: Deps,
  tx: Tx,
  {
    userId,
    ...which
  }: { userId: UserId; except?: string; reason: 'inactive' | 'password_changed' },
): Promise<void> {
  const now = deps.clock.now();
  const ended = await endOpenSessions(tx.query, {
    where: 'user_id',
    value: userId,
    now,
    ...which,
  });
  await tellStreams(deps, tx, ended, errorTable.ACCOUNT_INACTIVE.message);
}

async function tellStreams(
  deps: Deps,
  tx: Tx,
  ended: { id: string; userId: string }[],
  reason: string,
): Promise<void> {
  const [first] = ended;
  if (!first) return;
  const sessionIds = ended.map((session) => session.id);
  const payload = { entity: 'sessionsEnded', sessionIds, reason } as const;
  await publish(deps, tx, [{ userId: first.userId, payload }]);
}

/** The signed-in person as every screen's frame shows them. Throws SESSION_USER_NOT_FOUND. */
export async function getSessionView(deps: Deps, userId: UserId): Promise<SessionView> {
  const row = await findSessionView(deps.db.query, userId);
  if (!row) throw appError('SESSION_USER_NOT_FOUND');
  const { id, username, role, createdAt, firstName, lastName, email, avatarUrl, language } = row;
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  const displayName = fullName || username;
  const user = { id, username, role, createdAt };
  const exposedAccounts = role === 'admin' ? await findExposedAccounts(deps) : [];
  return { user, displayName, email, avatarUrl, language, exposedAccounts };
}

/** Deletes sessions and login counters that nothing asks for any more. */
export async function pruneSessions(deps: Deps): Promise<void> {
  await deleteOldSessions(deps.db.query, new Date(deps.clock.now().getTime() - DAY_MS));
  await pruneThrottles(deps);
}
