import type { SessionView } from '#contract/sessions/schema.ts';
import { type UserId, userId as userIdSchema } from '#contract/shared/base.ts';
import { appError, isAppError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { readSession } from '#server/platform/auth/session-state.ts';
import { actFor } from '#server/platform/auth/subjects.ts';
import { type AuditEntry, type AuditInput, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { createSecondStep } from '../second-factors/second-step.ts';
import { hashToken, newToken } from './cookie.ts';
import {
  enterWithoutPassword,
  factorMethodsOf,
  getSessionView,
  issuerOf,
  type NewSession,
  type Opener,
  type Visitor,
} from './login.ts';
import { findSessions, type LockedUser, lockActiveUser } from './sessions.queries.ts';
import { type FoundLink, findLink, insertLink, takeLink } from './sign-in-links.queries.ts';

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
    const { passwordHash } = link;
    onSecondStep(await createSecondStep(deps, { userId, passwordHash, opener: openerOf(link) }));
    const methods = await factorMethodsOf(deps, userId);
    throw appError('SECOND_FACTOR_REQUIRED', { methods, ...(path && { path }) });
  }
  const check = async (tx: Tx, user: LockedUser) => {
    if (user.hasSecondFactor) throw appError('SIGN_IN_LINK_INVALID');
    await use(tx, person, link);
  };
  const { username } = link;
  const entrant = { userId, username, opener: openerOf(link), check };
  const { view, ...session } = await enterWithoutPassword(deps, visitor, entrant).catch(
    (error: unknown) => {
      const isInactive = isAppError(error) && error.code === 'INVALID_CREDENTIALS';
      throw isInactive ? appError('SIGN_IN_LINK_INVALID') : error;
    },
  );
  return { view, session, path };
}

/** Returns the id of the browser's session, if it is one of this user. */
async function findSessionOf(
  deps: Deps,
  { token }: Visitor,
  userId: UserId,
): Promise<string | undefined> {
  const { db, clock } = deps;
  const [found] = token ? await findSessions(db.query, [hashToken(token)], issuerOf(deps)) : [];
  if (found?.userId !== userId || readSession(found, clock.now()).refusal) return undefined;
  return found.sessionId;
}

const openerOf = ({ apiKeyId }: FoundLink): Opener => ({ by: 'link', apiKeyId });

/** Uses the link up in the transaction that opens the session. */
async function use(
  tx: Tx,
  actor: { userId: UserId; ip: string },
  { id, apiKeyId }: FoundLink,
): Promise<void> {
  const { userId } = actor;
  if (!(await takeLink(tx.query, { userId, id, apiKeyId }))) throw appError('SIGN_IN_LINK_USED');
  const entries = [toEntry('sign-in-link.use', { userId, id, apiKeyId })];
  await recordAudit(tx, { actor, entries } satisfies AuditInput);
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
