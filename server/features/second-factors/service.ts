import type { FactorKind } from '#contract/second-factors/rules.ts';
import type { OwnFactors } from '#contract/second-factors/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { notifyOfChange } from '../notifications/service.ts';
import { countAttempt } from './attempts/service.ts';
import {
  canSealSecrets,
  confirmFirstCode,
  createPending,
  getAuthenticator,
  removeAuthenticator,
} from './authenticators/service.ts';
import { hasSecondFactor, updateFactorState } from './queries.ts';
import { deleteCodes, getCodes, replaceCodes } from './recovery-codes/service.ts';

export { resealSecrets } from './authenticators/service.ts';

export async function getOwnFactors({ db }: Deps, { userId }: Actor): Promise<OwnFactors> {
  return {
    canAddAuthenticator: canSealSecrets(db.secrets),
    authenticator: await getAuthenticator(db.query, userId),
    recoveryCodes: await getCodes(db.query, userId),
  };
}

/** Begins to add an authenticator app, or to replace the one in use. Throws AUTHENTICATORS_UNAVAILABLE. */
export async function beginAuthenticator(
  deps: Deps,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const { userId, username } = actor;
  const product = deps.config.productName;
  return runCommand(deps, { actor, changing: [userId] }, (tx) =>
    createPending(tx, { userId, username, product }),
  );
}

/** Activates an authenticator app. Throws AUTHENTICATOR_NOT_FOUND, AUTHENTICATOR_CODE_INCORRECT or TOO_MANY_ATTEMPTS. */
export async function confirmAuthenticator(
  deps: Deps,
  actor: Actor,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, credential } = actor;
  const counted = await countAttempt(deps, { userId, device: credential.id });
  const added = await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (!(await confirmFirstCode(tx, userId, code))) {
      throw appError('AUTHENTICATOR_CODE_INCORRECT');
    }
    return recordAddedFactor(tx, actor, 'authenticator');
  });
  await counted.reset();
  return added;
}

/** Removes the authenticator app. Throws AUTHENTICATOR_NOT_FOUND. */
export async function removeOwnAuthenticator(deps: Deps, actor: Actor): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    await removeAuthenticator(tx, userId);
    await recordRemovedFactor(tx, actor, 'authenticator');
  });
}

/** Replaces the recovery codes. Throws SECOND_FACTOR_MISSING. */
export async function replaceRecoveryCodes(
  deps: Deps,
  actor: Actor,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (!(await hasSecondFactor(tx.query, userId))) throw appError('SECOND_FACTOR_MISSING');
    const recoveryCodes = await replaceCodes(tx, userId);
    const after = { remaining: recoveryCodes.length };
    await record(tx, actor, {
      ...{ action: 'recovery-codes.replace', entity: 'recovery-codes', before: null, after },
    });
    await notifyOfChange(tx, { kind: 'recoveryCodesReplaced', actor, person: actor });
    return { recoveryCodes };
  });
}

/** Records a new factor in the transaction that stored it. Returns recovery codes if it is the account's first one. */
async function recordAddedFactor(
  tx: Tx,
  actor: Actor,
  factor: FactorKind,
): Promise<{ recoveryCodes: string[] }> {
  const { had } = await updateFactorState(tx.query, actor.userId, tx.at);
  const recoveryCodes = had ? [] : await replaceCodes(tx, actor.userId);
  await record(tx, actor, {
    ...{ action: 'second-factor.insert', entity: 'second-factor', before: null, after: { factor } },
  });
  await notifyOfChange(tx, { kind: 'secondFactorAdded', actor, person: actor, subject: factor });
  return { recoveryCodes };
}

/** Records the removal of a factor in its transaction. Without another one, the recovery codes are deleted. */
async function recordRemovedFactor(tx: Tx, actor: Actor, factor: FactorKind): Promise<void> {
  const { has } = await updateFactorState(tx.query, actor.userId, tx.at);
  if (!has) await deleteCodes(tx.query, actor.userId);
  await record(tx, actor, {
    ...{ action: 'second-factor.delete', entity: 'second-factor', before: { factor }, after: null },
  });
  await notifyOfChange(tx, { kind: 'secondFactorRemoved', actor, person: actor, subject: factor });
}

type Change = AuditEntry extends infer Entry
  ? Entry extends AuditEntry
    ? Omit<Entry, 'chainId' | 'entityId'>
    : never
  : never;

async function record(tx: Tx, actor: Actor, change: Change): Promise<void> {
  const { userId } = actor;
  const entry = { ...change, chainId: userId, entityId: userId } as AuditEntry; // `Change` with its ids.
  await recordAudit(tx, { actor, entries: [entry] });
  publish(tx, [{ userId, forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
}
