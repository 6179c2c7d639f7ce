import type { SessionView } from '#contract/sessions/schema.ts';
import { type UserId, userId as userIdSchema } from '#contract/shared/base.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { readSession } from '#server/platform/auth/session-state.ts';
import { signingKeys } from '#server/platform/auth/signing-keys.ts';
import { actFor } from '#server/platform/auth/subjects.ts';
import { type AuditEntry, type AuditInput, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { appError, isAppError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { createSecondStep } from '../../second-factors/service.ts';
import { hashToken, newToken } from '../cookie.ts';
import { addLinkedDevice, findAnyDevice } from '../devices.ts';
import { findProofKinds, findSessions, type LockedUser, lockActiveUser } from '../queries.ts';
import { getSessionView, type NewSession, openSession, type Visitor } from '../service.ts';
import { type FoundLink, findLink, insertLink, takeLink } from './queries.ts';

/**
 * Returns the URL of a link that signs a user in once. Its token is in the fragment, which browsers send to no server.
 * Throws API_KEY_REQUIRED, USER_NOT_FOUND, USER_INACTIVE or NOT_FOR_ADMIN_ACCOUNTS.
 */
export async function createSignInLink(
  deps: Deps,
  actor: Actor,
  { userId, path = null, origin }: { userId: UserId; path?: string | null; origin: string },
): Promise<{ url: string; expiresAt: Date }> {
  const acting = actFor(actor, userId);
  const [id, secret] = [newId(), newToken()];
  const apiKeyId = actor.credential.id;
  const link = { userId, id, tokenHash: hashToken(secret), apiKeyId, path };
  const who = { actor: acting, changing: [userId] };
  const expiresAt = await runCommand(deps, who, async (tx) => {
    const until = await insertLink(tx.query, link);
    const entries = [toEntry('sign-in-link.create', { userId, id, apiKeyId })];
    await recordAudit(tx, { actor: acting, entries });
    return until;
  });
  return { url: `${origin}/sign-in#${userId}.${secret}`, expiresAt };
}

interface OpenedLink {
  view: SessionView;
  path: string | null;
  /** Undefined if the browser keeps its session. */
  session?: NewSession & { device: string };
}

/**
 * Signs a user in with a link, which counts as the password: for an account with a second factor it throws
 * SECOND_FACTOR_REQUIRED after `onSecondStep` received the challenge. A new session is not confirmed. A browser in which the
 * user is signed in already keeps its session. Throws SIGN_IN_LINK_INVALID or SIGN_IN_LINK_USED.
 */
export async function openSignInLink(
  deps: Deps,
  visitor: Visitor,
  { token, onSecondStep }: { token: string; onSecondStep: (challenge: string) => void },
): Promise<OpenedLink> {
  const given = readToken(token);
  const link = given && (await findLink(deps.db.query, given));
  if (!given || !link) throw appError('SIGN_IN_LINK_INVALID');
  if (link.isUsed) throw appError('SIGN_IN_LINK_USED');
  const { userId } = given;
  const { path } = link;
  const person = { userId, ip: visitor.ip };
  const spend = () =>
    deps.db.transaction(async (tx) => {
      if (!(await lockActiveUser(tx.query, userId))) throw appError('SIGN_IN_LINK_INVALID');
      await use(tx, person, link);
    });
  const currentId = await findSessionOf(deps, visitor, userId);
  if (currentId) {
    await spend();
    return { view: await getSessionView(deps, userId, currentId), path };
  }
  if (link.hasSecondFactor) {
    await spend();
    onSecondStep(await createSecondStep(deps, { userId, passwordHash: link.passwordHash }));
    const methods = (await findProofKinds(deps.db.query, userId)).join(' ');
    throw appError('SECOND_FACTOR_REQUIRED', { methods, ...(path && { path }) });
  }
  const check = async (tx: Tx, user: LockedUser) => {
    if (user.hasSecondFactor) throw appError('SIGN_IN_LINK_INVALID');
    await use(tx, person, link);
  };
  return { ...(await enter(deps, visitor, { userId, link, check })), path };
}

/** Returns the id of the browser's session, if it is one of this user. */
async function findSessionOf(
  { db, clock }: Deps,
  { token }: Visitor,
  userId: UserId,
): Promise<string | undefined> {
  const [found] = token ? await findSessions(db.query, [hashToken(token)]) : [];
  if (found?.userId !== userId || readSession(found, clock.now()).refusal) return undefined;
  return found.sessionId;
}

/** Uses the link up in the transaction that opens the session. */
async function use(
  tx: Tx,
  actor: { userId: UserId; ip: string },
  { id, apiKeyId }: FoundLink,
): Promise<void> {
  const { userId } = actor;
  if (!(await takeLink(tx.query, { userId, id }))) throw appError('SIGN_IN_LINK_USED');
  const entries = [toEntry('sign-in-link.use', { userId, id, apiKeyId })];
  await recordAudit(tx, { actor, entries } satisfies AuditInput);
}

/**
 * The device is remembered, so that the next link is no login from a new device. It is not known to the login throttle:
 * whoever has the key could otherwise make any number of devices, each with its own attempts to guess the password.
 */
async function enter(
  deps: Deps,
  visitor: Visitor,
  {
    userId,
    link: { username },
    check,
  }: { userId: UserId; link: FoundLink; check: (tx: Tx, user: LockedUser) => Promise<void> },
) {
  const keys = await signingKeys(deps.db);
  const seen = { cookie: visitor.device, username };
  const isKnown = findAnyDevice(keys, seen) !== undefined;
  const entrant = { userId, username, isKnown, openedBy: 'link', check } as const;
  const session = await openSession(deps, visitor, entrant).catch((error: unknown) => {
    const isInactive = isAppError(error) && error.code === 'INVALID_CREDENTIALS';
    throw isInactive ? appError('SIGN_IN_LINK_INVALID') : error;
  });
  const view = await getSessionView(deps, userId, session.id);
  return { view, session: { ...session, device: addLinkedDevice(keys, seen) } };
}

function readToken(token: string): { userId: UserId; tokenHash: Buffer } | undefined {
  const [, id, secret = ''] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const parsed = userIdSchema.safeParse(id);
  return parsed.success ? { userId: parsed.data, tokenHash: hashToken(secret) } : undefined;
}

function toEntry(
  action: 'sign-in-link.create' | 'sign-in-link.use',
  { userId, id, apiKeyId }: { userId: UserId; id: string; apiKeyId: string },
): AuditEntry {
  const after = { apiKeyId };
  return {
    ...{ chainId: userId, action, entity: 'sign-in-link', entityId: id },
    ...{ before: null, after },
  };
}
