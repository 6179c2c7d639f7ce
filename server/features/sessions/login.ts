import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_DENSITY } from '#contract/profiles/rules.ts';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import type { SessionView } from '#contract/sessions/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { permissionsOf } from '#contract/shared/permissions.ts';
import { batchCalls } from '#server/base/batch-calls.ts';
import { type AppError, appError, isAppError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Authenticate } from '#server/platform/auth/gate.ts';
import { verifyPassword } from '#server/platform/auth/password.ts';
import { isFactorOverdue, readSession } from '#server/platform/auth/session-state.ts';
import { signingKeys } from '#server/platform/auth/signing-keys.ts';
import { noteFailedLogin } from '#server/platform/commands/activity.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import {
  areWellKnownPasswordsAllowed,
  isWellKnownPassword,
} from '#server/platform/config/default-passwords.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { pruneChallenges } from '../second-factors/challenges.ts';
import { createSecondStep } from '../second-factors/second-step.ts';
import {
  hashToken,
  markStale,
  newToken,
  readDevice,
  readToken,
  setDeviceCookie,
  setSessionCookie,
} from './cookie.ts';
import {
  addDevice,
  addLinkedDevice,
  findAnyDevice,
  findDevice,
  findDeviceWithFactor,
} from './devices.ts';
import { endByToken, endLeastUsed } from './end-sessions.ts';
import { findExposedAccounts } from './exposed-accounts.ts';
import {
  deleteOldSessions,
  type FoundSession,
  findFactorKinds,
  findLoginCandidate,
  findSessions,
  findSessionView,
  hasSessions,
  insertSession,
  type LockedUser,
  type LoginCandidate,
  lockActiveUser,
  touchSession,
} from './sessions.queries.ts';
import { deleteExpiredLinks } from './sign-in-links.queries.ts';
import { pruneCounters } from './throttle/login-counters.ts';
import { checkPassword } from './throttle/throttle-logins.ts';

export { hasIdentity, type LockedUser } from './sessions.queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** Retention of ended sessions: a clock that runs weeks ahead must not delete open ones. */
const KEPT_MS = 90 * DAY_MS;

const MOST_REQUESTS = 100;

export interface Visitor {
  ip: string;
  userAgent: string | undefined;
  token: string | undefined;
  device: string;
  isDirect: boolean;
}

export function readVisitor(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent'];
  const [token, device] = [readToken(request), readDevice(request)];
  return { ip: request.ip, userAgent, token, device, isDirect: request.arrival.isDirect };
}

/** Returns the provider whose accounts sign people in; empty if none is set. */
export function issuerOf({ config }: Pick<Deps, 'config'>): string {
  return config.oidc?.issuer.href ?? '';
}

/** Reads the database for every request, so that ended sessions stop working immediately. */
export function authenticate(deps: Deps): Authenticate {
  const find = findsSessions(deps);
  return async (request) => {
    const token = readToken(request);
    const session = token ? await find(hashToken(token)) : undefined;
    const found = session ? readSession(session, deps.clock.now()) : undefined;
    if (!session || !found || found.refusal) {
      if (isForgotten(session, found?.refusal)) markStale(request);
      throw found?.refusal ?? appError('MISSING_SESSION');
    }
    await noteUse(deps, session);
    const { sessionId, userId, proofKinds } = session;
    const credential = { kind: 'session', id: sessionId } as const;
    return { ...found, credential, proofKinds, userId, ip: request.ip };
  };
}

/** Returns what finds a session by the hash of its token. */
function findsSessions(deps: Deps) {
  // Concurrent requests are read by one statement, which starts after the last of them arrived.
  return batchCalls({
    runBatch: (hashes: readonly Buffer[]) => findSessions(deps.db.prepared, hashes, issuerOf(deps)),
    maxBatchSize: MOST_REQUESTS,
  });
}

/**
 * Whether the browser forgets the cookie. It keeps the one of a session that is only old, which may be valid again once a wrong
 * clock is corrected, and the one of an inactive or deleted account: a call without it would get another reason, and the page
 * may hear of that first.
 */
function isForgotten(session: FoundSession | undefined, refusal: AppError | undefined): boolean {
  const isUnknown = refusal === undefined || refusal.code === 'MISSING_SESSION';
  return isUnknown && session?.endedAt !== null;
}

/** Updates the last use once a minute, or immediately if the stored time is in the future (wrong clock). */
async function noteUse(deps: Deps, { sessionId, lastSeenAt }: FoundSession): Promise<void> {
  if (Math.abs(deps.clock.now().getTime() - lastSeenAt.getTime()) <= MINUTE_MS) return;
  // By the database's clock: a server whose clock is behind would make the session seem unused.
  await deps.db.transaction((tx) =>
    touchSession(tx.query, sessionId, {
      now: tx.at,
      latestEnd: new Date(tx.at.getTime() + ABSOLUTE_MS),
    }),
  );
}

export interface NewSession {
  id: string;
  token: string;
  lifeMs: number;
}

/**
 * Every failure, including unknown and inactive users, does the same work and returns the same error. For an account with
 * a second factor, a right password throws SECOND_FACTOR_REQUIRED after `onSecondStep` received the challenge.
 */
export async function login(
  deps: Deps,
  visitor: Visitor,
  { username, password }: { username: string; password: string },
  onSecondStep: (challenge: string) => void = () => undefined,
): Promise<NewSession & { view: SessionView; device: string }> {
  if (username === '' || password === '') throw appError('CREDENTIALS_REQUIRED');
  const keys = await signingKeys(deps.db);
  const seen = { cookie: visitor.device, username };
  const attempt = { username, ip: visitor.ip, device: findDevice(keys, seen) };
  const candidate = await checkPassword(deps, attempt, () =>
    findMatch(deps, visitor, { username, password }),
  ).catch((error: unknown) => {
    if (isAppError(error)) noteFailedLogin(deps, attempt);
    throw error;
  });
  if (!candidate) {
    noteFailedLogin(deps, attempt);
    throw appError('INVALID_CREDENTIALS');
  }
  const isKnown = attempt.device !== undefined || isServersMachine(deps, visitor);
  if (candidate.hasSecondFactor) {
    onSecondStep(await createSecondStep(deps, candidate));
    const methods = await factorMethodsOf(deps, candidate.userId);
    throw appError('SECOND_FACTOR_REQUIRED', { methods });
  }
  const { userId, passwordHash } = candidate;
  const check = async (_: Tx, locked: LockedUser) => {
    const isSame = locked.passwordHash === passwordHash && !locked.hasSecondFactor;
    if (!isSame) throw appError('INVALID_CREDENTIALS');
  };
  const person = { userId, username: candidate.username };
  const session = await openSession(deps, visitor, { ...person, isKnown, check });
  const view = await getSessionView(deps, candidate.userId, session.id);
  return { ...session, device: addDevice(keys, seen), view };
}

/** Returns the id of the device cookie with which the user signed in before. */
export async function findKnownDevice(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  username: string,
): Promise<string | undefined> {
  return findDevice(await signingKeys(db), { cookie: readDevice(request), username });
}

/** Returns the id of the device cookie, if a second factor was presented on the device. */
export async function findFactorDevice(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  username: string,
): Promise<string | undefined> {
  return findDeviceWithFactor(await signingKeys(db), { cookie: readDevice(request), username });
}

/** Returns the device cookie of a device on which a second factor was presented. */
export async function knownByFactor(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  username: string,
): Promise<string> {
  return addDevice(await signingKeys(db), { cookie: readDevice(request), username }, 'factor');
}

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

/** Well-known passwords are accepted only from this machine, while no other machine can reach the server. */
function mayOpen(deps: Deps, { isDirect }: Visitor, username: string, password: string): boolean {
  if (!isWellKnownPassword(username, password)) return true;
  return isDirect && areWellKnownPasswordsAllowed(deps.config);
}

/** PostgreSQL's text type rejects NUL, and no username contains it. */
function storable(username: string): string {
  return username.replaceAll('\u0000', '\uFFFD');
}

/** A server with a public URL is behind a proxy, which may run on the same machine. */
function isServersMachine({ config }: Deps, { isDirect }: Visitor): boolean {
  return isDirect && config.publicUrl === undefined;
}

/** What opened a session: a sign-in link of an API key, or the provider. */
export type Opener = { by: 'link'; apiKeyId: string } | { by: 'provider' };

interface Entrant {
  userId: UserId;
  username: string;
  /** Whether the device is known, so that the login is not notified. */
  isKnown: boolean;
  secondFactor?: FactorProof['kind'];
  /** Undefined: the credentials of the wallet. */
  opener?: Opener | undefined;
  /** Checks in the session's transaction, with the user locked, what was checked before it. Throws if it has changed. */
  check(tx: Tx, user: LockedUser): Promise<void>;
}

/** Opens a session of an active user. Throws INVALID_CREDENTIALS, or the error of `check`. */
export async function openSession(
  deps: Deps,
  visitor: Visitor,
  { userId, username, isKnown, secondFactor, opener, check }: Entrant,
): Promise<NewSession> {
  const [id, token] = [newId(), newToken()];
  await deps.db.transaction(async (tx) => {
    // Locks the user: a concurrent deactivation or password change either ends the new session or prevents it.
    const user = await lockActiveUser(tx.query, userId);
    if (!user) throw appError('INVALID_CREDENTIALS');
    await check(tx, user);
    if (visitor.token) await endByToken(tx, visitor.token);
    const ended = await endLeastUsed(tx, userId);
    const person = { userId, username };
    if (!isKnown && (await hasSessions(tx.query, userId))) {
      await notifyOfChange(tx, { kind: 'newDevice', actor: person, person });
    }
    await insertSession(tx.orm, {
      id,
      userId,
      tokenHash: hashToken(token),
      createdAt: tx.at,
      lastSeenAt: tx.at,
      expiresAt: new Date(tx.at.getTime() + ABSOLUTE_MS),
      endedAt: null,
      endedReason: null,
      openedBy: opener?.by ?? null,
      openedWith: opener?.by === 'link' ? opener.apiKeyId : null,
      isConfirmed: !opener || secondFactor !== undefined,
      ip: visitor.ip,
      userAgent: visitor.userAgent?.slice(0, 300) ?? null,
    });
    await recordAudit(tx, {
      actor: { userId, ip: visitor.ip },
      entries: [...ended, toEntry({ userId, id, secondFactor, opener })],
    });
  });
  return { id, token, lifeMs: ABSOLUTE_MS };
}

function toEntry({
  userId,
  id,
  secondFactor,
  opener,
}: { userId: UserId; id: string } & Pick<Entrant, 'secondFactor' | 'opener'>): AuditEntry {
  const subject = { chainId: userId, entity: 'session', entityId: id } as const;
  const isByProvider = opener?.by === 'provider';
  const after = {
    ...(secondFactor && { secondFactor }),
    ...(isByProvider && ({ method: 'provider' } as const)),
  };
  const isPlain = !secondFactor && !isByProvider;
  return { ...subject, action: 'session.start', before: null, after: isPlain ? null : after };
}

/** Returns the ways in which a person can present the second factor, separated by spaces. */
export async function factorMethodsOf({ db }: Deps, userId: UserId): Promise<string> {
  return (await findFactorKinds(db.query, userId)).join(' ');
}

/**
 * Opens a session that a sign-in link or the provider opens, for an account without a second factor. The device is remembered,
 * so that the next time is no login from a new device. It is not known to the login throttle: whoever has the key or the account
 * at the provider could otherwise make any number of devices, each with its own attempts to guess the password.
 */
export async function enterWithoutPassword(
  deps: Deps,
  visitor: Visitor,
  entrant: Omit<Entrant, 'isKnown' | 'secondFactor'>,
): Promise<NewSession & { device: string; view: SessionView }> {
  const keys = await signingKeys(deps.db);
  const seen = { cookie: visitor.device, username: entrant.username };
  const isKnown = findAnyDevice(keys, seen) !== undefined;
  const session = await openSession(deps, visitor, { ...entrant, isKnown });
  const view = await getSessionView(deps, entrant.userId, session.id);
  return { ...session, view, device: addLinkedDevice(keys, seen) };
}

/** Gives a browser its new session, and the device cookie. */
export function enterBrowser(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  session: NewSession & { view: SessionView; device: string },
): SessionView {
  setSessionCookie(request, reply, session);
  setDeviceCookie(request, reply, session.device);
  return session.view;
}

/** Ends the session of a token. Repeating it succeeds. */
export async function logout(deps: Deps, token: string | undefined): Promise<void> {
  if (token) await deps.db.transaction((tx) => endByToken(tx, token));
}

export async function getSessionView(
  deps: Deps,
  userId: UserId,
  sessionId: string,
): Promise<SessionView> {
  const row = await findSessionView(deps.db.query, userId, sessionId);
  if (!row) throw appError('SESSION_USER_NOT_FOUND');
  const { id, username, role, createdAt, firstName, lastName, email, avatarUrl, language } = row;
  const { mustChangePassword, freezeReason, factorDueAt: at } = row;
  const hidden = row.hiddenColumns ?? {};
  const layout = { density: row.rowDensity ?? DEFAULT_DENSITY, hidden };
  const secondFactorDue = at && { at, isOver: isFactorOverdue(row, deps.clock.now()) };
  const permissions = permissionsOf(row);
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  const displayName = fullName || username;
  const adminRole = role === 'admin' ? row.adminRole : null;
  const user = { id, username, role, adminRole, createdAt };
  const mayManage = permissions.includes('users:manage');
  const exposedAccounts = mayManage ? await findExposedAccounts(deps) : [];
  return {
    ...{ user, displayName, email, avatarUrl, language, mustChangePassword, freezeReason },
    listLayout: role === 'admin' ? layout : null,
    secondFactorDue,
    exposedAccounts,
    permissions: [...permissions],
  };
}

export async function pruneSessions(deps: Deps): Promise<void> {
  await deleteOldSessions(deps.db.query, new Date(deps.clock.now().getTime() - KEPT_MS));
  await deleteExpiredLinks(deps.db.query);
  await pruneCounters(deps);
  await pruneChallenges(deps);
}
