import type { FastifyRequest } from 'fastify';
import type { UserId } from '#contract/base.ts';
import { errorTable } from '#contract/errors.ts';
import type { SessionView } from '#contract/sessions.ts';
import type { Tx } from '#server/db/database.ts';
import {
  areWellKnownPasswordsAllowed,
  isWellKnownPassword,
} from '#server/lib/default-passwords.ts';
import type { Deps } from '#server/lib/deps.ts';
import { type AppError, appError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Authenticate } from '#server/lib/gate.ts';
import { gather } from '#server/lib/gather.ts';
import { newId } from '#server/lib/ids.ts';
import { verifyPassword } from '#server/lib/password.ts';
import { readSession } from '#server/lib/session-state.ts';
import { expediteDecisions } from '../review/service.ts';
import { hashToken, markStale, newToken, readToken } from './cookie.ts';
import { pruneCounters } from './counters.ts';
import { addDevice, deviceKeys, findDevice } from './devices.ts';
import { findExposedAccounts } from './exposed-accounts.ts';
import {
  deleteOldSessions,
  endOpenSessions,
  type FoundSession,
  findLoginCandidate,
  findSessions,
  findSessionView,
  insertSession,
  type LoginCandidate,
  lockActiveUser,
  touchSession,
} from './queries.ts';
import { checkPassword } from './throttle.ts';

export { clearStaleCookie } from './cookie.ts';
export { checkPassword } from './throttle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session ends after so long, however much it is used. */
const ABSOLUTE_MS = 30 * DAY_MS;
/** Rows are kept so long after their end that a clock which runs weeks ahead deletes no open session. */
const KEPT_MS = 90 * DAY_MS;

const MOST_REQUESTS = 100;

/** Who asks to sign in, from where, with the session they may still hold and the cookie of their device. */
export interface Visitor {
  ip: string;
  userAgent: string | undefined;
  token: string | undefined;
  device: string;
  /** Whether they ask from this machine itself. */
  isDirect: boolean;
}

/** Finds who holds a request's cookie, from the database every time: what ends a session ends it at once. */
export function authenticate(deps: Deps): Authenticate {
  // Requests that come together are read by one statement, begun after the last of them came.
  const findSession = gather({
    together: (hashes: readonly Buffer[]) => findSessions(deps.db.query, hashes),
    most: MOST_REQUESTS,
  });
  return async (request: FastifyRequest) => {
    const token = readToken(request);
    const session = token ? await findSession(hashToken(token)) : undefined;
    const found = session ? readSession(session, deps.clock.now()) : undefined;
    if (!session || !found || found.refusal) {
      if (!isOnlyOld(session, found?.refusal)) markStale(request);
      throw found?.refusal ?? appError('MISSING_SESSION');
    }
    await noteUse(deps, session);
    const { sessionId, userId } = session;
    const proof = { kind: 'session', id: sessionId } as const;
    return { proof, userId, username: found.username, role: found.role, ip: request.ip };
  };
}

/** Such a session leaves the browser its cookie: a clock that ran ahead is put right, and it goes on. */
function isOnlyOld(session: FoundSession | undefined, refusal: AppError | undefined): boolean {
  return session?.endedAt === null && refusal?.code === 'MISSING_SESSION';
}

/** At most once a minute; and at once where a clock that ran ahead has written a later time. */
async function noteUse(deps: Deps, { sessionId, lastSeenAt }: FoundSession): Promise<void> {
  const now = deps.clock.now();
  if (Math.abs(now.getTime() - lastSeenAt.getTime()) <= MINUTE_MS) return;
  const latestEnd = new Date(now.getTime() + ABSOLUTE_MS);
  await touchSession(deps.db.query, sessionId, { now, latestEnd });
}

/**
 * Signs in. Every failure, an unknown or inactive user's too, runs the same steps and says the same.
 * Throws CREDENTIALS_REQUIRED, INVALID_CREDENTIALS or TOO_MANY_ATTEMPTS.
 */
export async function login(
  deps: Deps,
  visitor: Visitor,
  { username, password }: { username: string; password: string },
): Promise<{ view: SessionView; token: string; lifeMs: number; device: string }> {
  if (username === '' || password === '') throw appError('CREDENTIALS_REQUIRED');
  const keys = await deviceKeys(deps.db);
  const seen = { cookie: visitor.device, username };
  const guesser = { username, ip: visitor.ip, device: findDevice(keys, seen) };
  const candidate = await checkPassword(deps, guesser, () =>
    findMatch(deps, visitor, { username, password }),
  );
  if (!candidate) throw appError('INVALID_CREDENTIALS');
  const session = await openSession(deps, visitor, candidate);
  const view = await getSessionView(deps, candidate.userId);
  return { ...session, device: addDevice(keys, seen), view };
}

/** The active user of this name and password, after the same work whether there is one or not. */
async function findMatch(
  deps: Deps,
  visitor: Visitor,
  { username, password }: { username: string; password: string },
): Promise<LoginCandidate | undefined> {
  const candidate = await findLoginCandidate(deps.db.query, storable(username));
  const matches = await verifyPassword(candidate?.passwordHash, password);
  const opens = matches && candidate && mayOpen(deps, visitor, candidate.username, password);
  return opens && candidate.status === 'active' ? candidate : undefined;
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
  const token = newToken();
  await deps.db.transaction(async (tx) => {
    // Locked, so that a deactivation or a new password at this moment either sees the new session or
    // is seen here.
    if (!(await lockActiveUser(tx.query, { userId, passwordHash }))) {
      throw appError('INVALID_CREDENTIALS');
    }
    if (visitor.token) await endByToken(tx, visitor.token);
    await insertSession(tx.orm, {
      id: newId(),
      userId,
      tokenHash: hashToken(token),
      createdAt: tx.at,
      lastSeenAt: tx.at,
      expiresAt: new Date(tx.at.getTime() + ABSOLUTE_MS),
      ip: visitor.ip,
      userAgent: visitor.userAgent?.slice(0, 300),
    });
  });
  return { token, lifeMs: ABSOLUTE_MS };
}

/**
 * Ends the session of a token, if it is one, and the undo time of the decisions made in it: they are carried out.
 * Signing out twice is no error.
 */
export async function logout(deps: Deps, token: string | undefined): Promise<void> {
  if (token) await deps.db.transaction((tx) => endByToken(tx, token));
}

async function endByToken(tx: Tx, token: string): Promise<void> {
  const value = hashToken(token);
  const ended = await endOpenSessions(tx.query, {
    where: 'token_hash',
    value,
    reason: 'logout',
    now: tx.at,
  });
  // After the session: the order in which the carrying out of a decision locks them.
  if (ended.length > 0)
    await expediteDecisions(
      tx.query,
      ended.map(({ id }) => id),
    );
  await tellStreams(tx, ended, errorTable.MISSING_SESSION.message);
}

/**
 * Ends all of a user's sessions, but for the one named in `except`, and their open streams, in the
 * transaction of what made it necessary.
 */
export async function endSessionsOfUser(
  tx: Tx,
  {
    userId,
    ...which
  }: { userId: UserId; except?: string; reason: 'inactive' | 'password_changed' },
): Promise<void> {
  const ended = await endOpenSessions(tx.query, {
    where: 'user_id',
    value: userId,
    now: tx.at,
    ...which,
  });
  await tellStreams(tx, ended, errorTable.ACCOUNT_INACTIVE.message);
}

/** Says to the streams of sessions why they end. */
export async function tellStreams(
  tx: Tx,
  ended: { id: string; userId: string }[],
  reason: string,
): Promise<void> {
  const [first] = ended;
  if (!first) return;
  const sessionIds = ended.map((session) => session.id);
  const payload = { entity: 'sessionsEnded', sessionIds, reason } as const;
  publish(tx, [{ userId: first.userId, payload }]);
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
  await deleteOldSessions(deps.db.query, new Date(deps.clock.now().getTime() - KEPT_MS));
  await pruneCounters(deps);
}
