import type { SessionView } from '#contract/sessions/schema.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import { appError, isAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { noteFailedLogin } from '#server/platform/commands/activity.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import type { OidcConfig } from '#server/platform/config/oidc-settings.ts';
import {
  type FinishedFlow,
  type FlowAnswer,
  finishFlow,
  providerOf,
} from '#server/platform/oidc/flows.ts';
import { createSecondStep } from '../second-factors/second-step.ts';
import { endProviderSessions } from '../sessions/end-sessions.ts';
import {
  enterWithoutPassword,
  factorMethodsOf,
  hasIdentity,
  type LockedUser,
  type NewSession,
  type Visitor,
} from '../sessions/login.ts';
import { followGroups } from './follow-groups.ts';
import { findOwner, type IdentityOwner, noteUse } from './identities.queries.ts';
import { mayUseProvider } from './identities.ts';

const OPENER = { by: 'provider' } as const;

interface Entered {
  view: SessionView;
  path: string | null;
  session: NewSession & { device: string };
}

/**
 * Signs a person in with the response of the provider, which counts as the password: for an account with a second factor it
 * throws SECOND_FACTOR_REQUIRED after `onSecondStep` received the challenge. Only a linked account signs in, whatever
 * its address; no account is created. The admin role follows the person's groups. Throws IDENTITY_NOT_LINKED,
 * PROVIDER_NOT_ALLOWED, or the errors of `finishFlow`.
 */
export async function loginWithProvider(
  deps: Deps,
  visitor: Visitor,
  { answer, onSecondStep }: { answer: FlowAnswer; onSecondStep: (challenge: string) => void },
): Promise<Entered> {
  const flow = await finishFlow(deps, { ...answer, purpose: 'signIn', ip: visitor.ip });
  const { path } = flow;
  const owner = await requireOwner(deps, flow);
  await noteSignIn(deps, flow, owner);
  if (!isAllowed(deps, flow, owner)) {
    noteFailedLogin(deps, { username: owner.username, ip: visitor.ip });
    throw appError('PROVIDER_NOT_ALLOWED');
  }
  const { userId, role, passwordHash } = owner;
  const adminRole = roleOf(providerOf(deps), flow);
  if (role === 'admin' && adminRole) await followGroups(deps, { userId, adminRole });
  if (!owner.hasSecondFactor) return { ...(await enter(deps, visitor, owner)), path };
  onSecondStep(await createSecondStep(deps, { userId, passwordHash, opener: OPENER }));
  const methods = await factorMethodsOf(deps, userId);
  throw appError('SECOND_FACTOR_REQUIRED', { methods, ...(path && { path }) });
}

async function requireOwner({ db }: Deps, flow: FinishedFlow): Promise<IdentityOwner> {
  const owner = await findOwner(db.query, identityOf(flow));
  if (!owner) throw appError('IDENTITY_NOT_LINKED');
  return owner;
}

const identityOf = ({ issuer, claims }: FinishedFlow) => ({
  ...{ issuer, subject: claims.subject, email: claims.email ?? null },
});

/** Whether the account may sign in now. An administrator needs one of the groups, if groups have a meaning. */
function isAllowed(deps: Deps, flow: FinishedFlow, { role, status }: IdentityOwner): boolean {
  if (status !== 'active' || !mayUseProvider(deps, role)) return false;
  const provider = providerOf(deps);
  return (
    role !== 'admin' || provider.adminRoles.length === 0 || roleOf(provider, flow) !== undefined
  );
}

/** The admin role of the first group of the settings that the person has. */
function roleOf({ adminRoles }: OidcConfig, { claims }: FinishedFlow): AdminRole | undefined {
  return adminRoles.find(({ group }) => claims.groups?.includes(group))?.adminRole;
}

/** Sessions that the provider opened end for an account that may not sign in with it any more. */
async function noteSignIn(deps: Deps, flow: FinishedFlow, owner: IdentityOwner): Promise<void> {
  const { userId } = owner;
  await deps.db.transaction(async (tx) => {
    const isLinked = await noteUse(tx.query, { ...identityOf(flow), userId, at: tx.at });
    if (!isLinked) throw appError('IDENTITY_NOT_LINKED');
    if (isAllowed(deps, flow, owner)) return;
    const entries = await endProviderSessions(tx, { userId, becauseOf: 'PROVIDER_NOT_ALLOWED' });
    await recordAudit(tx, { actor: 'system', entries });
  });
}

/** Rows that were checked before may have changed meanwhile. */
async function enter(deps: Deps, visitor: Visitor, { userId, username }: IdentityOwner) {
  const check = async (tx: Tx, { hasSecondFactor }: LockedUser) => {
    if (hasSecondFactor || !(await hasIdentity(tx.query, userId)))
      throw appError('PROVIDER_EXPIRED');
  };
  const entrant = { userId, username, opener: OPENER, check };
  const { view, ...session } = await enterWithoutPassword(deps, visitor, entrant).catch(
    (error: unknown) => {
      const isInactive = isAppError(error) && error.code === 'INVALID_CREDENTIALS';
      throw isInactive ? appError('PROVIDER_NOT_ALLOWED') : error;
    },
  );
  return { view, session };
}
