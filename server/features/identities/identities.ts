import type { OwnIdentity } from '#contract/identities/schema.ts';
import type { Role } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { beginFlow, type FlowAnswer, finishFlow, providerOf } from '#server/platform/oidc/flows.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { endProviderSessions } from '../sessions/end-sessions.ts';
import { deleteOwn, saveIdentity, selectOwn } from './identities.queries.ts';

/** Whether accounts of a role may sign in with the provider. */
export function mayUseProvider({ config }: Pick<Deps, 'config'>, role: Role): boolean {
  return config.oidc !== undefined && (role === 'admin' || config.oidc.forUsers);
}

export async function getOwnIdentity(deps: Deps, { userId, role }: Actor): Promise<OwnIdentity> {
  const { db, config } = deps;
  if (!config.oidc || !mayUseProvider(deps, role)) return { providerName: null, identity: null };
  const identity = await selectOwn(db.query, userId, config.oidc.issuer.href);
  return { providerName: config.oidc.name, identity: identity ?? null };
}

/** Begins to link an account, in this session. Throws PROVIDER_NOT_ALLOWED, PROVIDER_UNAVAILABLE or PROVIDER_UNREACHABLE. */
export async function beginLink(
  deps: Deps,
  { role, credential }: Actor,
  origin: string,
): Promise<{ url: string; cookie: string }> {
  providerOf(deps);
  if (!mayUseProvider(deps, role)) throw appError('PROVIDER_NOT_ALLOWED');
  return beginFlow(deps, { purpose: 'link', subject: credential.id, origin });
}

/**
 * Links the account with which the person has signed in at the provider, instead of another one. It is named by its issuer and
 * subject: addresses can be given to other people. Throws IDENTITY_TAKEN, or the errors of `finishFlow`.
 */
export async function linkIdentity(deps: Deps, actor: Actor, answer: FlowAnswer): Promise<void> {
  const { userId, role, credential, ip } = actor;
  if (!mayUseProvider(deps, role)) throw appError('PROVIDER_NOT_ALLOWED');
  const flow = { ...answer, purpose: 'link', subject: credential.id, ip } as const;
  const { issuer, claims } = await finishFlow(deps, flow);
  const { subject, email = null } = claims;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    await saveIdentity(tx.query, { userId, issuer, subject, email, at: tx.at });
    const except = credential.id;
    const ended = await endProviderSessions(tx, { userId, except, becauseOf: 'identity.link' });
    const entries = [...ended, toEntry('identity.link', userId)];
    await recordAudit(tx, { actor, entries });
    await notifyOfChange(tx, { kind: 'identityLinked', actor, person: actor });
    publish(tx, [{ userId, forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
  });
}

/** Unlinks the account, and ends the other sessions that it opened. Throws IDENTITY_NOT_FOUND. */
export async function unlinkIdentity(deps: Deps, actor: Actor): Promise<void> {
  const { userId, credential } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (!(await deleteOwn(tx.query, userId))) throw appError('IDENTITY_NOT_FOUND');
    const except = credential.id;
    const ended = await endProviderSessions(tx, { userId, except, becauseOf: 'identity.unlink' });
    const entries = [...ended, toEntry('identity.unlink', userId)];
    await recordAudit(tx, { actor, entries });
    await notifyOfChange(tx, { kind: 'identityUnlinked', actor, person: actor });
    publish(tx, [{ userId, forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
  });
}

function toEntry(action: 'identity.link' | 'identity.unlink', userId: Actor['userId']): AuditEntry {
  const subject = { chainId: userId, entityId: userId, before: null, after: null } as const;
  return { ...subject, action, entity: 'identity' };
}
