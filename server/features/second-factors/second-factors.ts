import type { FactorKind } from '#contract/second-factors/rules.ts';
import type { FactorProof, OwnFactors, PasskeyCreation } from '#contract/second-factors/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { hasSecondFactor } from '#server/platform/auth/factor-policy.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import type { RelyingParty } from '#server/platform/http/relying-party.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import {
  canSealSecrets,
  confirmFirstCode,
  createPending,
  getAuthenticator,
  removeAuthenticator,
  spendTotpCode,
} from './authenticators.ts';
import { countAttempt } from './factor-attempts.ts';
import {
  changePasskeyName,
  creationOptions,
  listPasskeys,
  removePasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './passkeys.ts';
import { deleteCodes, getCodes, replaceCodes, spendRecoveryCode } from './recovery-codes.ts';
import {
  deleteAllFactors,
  isFactorRequired,
  updateFactorState,
  withdrawConfirmations,
} from './second-factors.queries.ts';

export async function getOwnFactors({ db }: Deps, { userId }: Actor): Promise<OwnFactors> {
  return {
    canAddAuthenticator: canSealSecrets(db.secrets),
    authenticator: await getAuthenticator(db.query, userId),
    passkeys: await listPasskeys(db.query, userId),
    recoveryCodes: await getCodes(db.query, userId),
  };
}

/** Begins to add an authenticator app, which shows `product`, or to replace the one in use. Throws AUTHENTICATORS_UNAVAILABLE. */
export async function beginAuthenticator(
  deps: Deps,
  actor: Actor,
  product: string,
): Promise<{ secret: string; uri: string }> {
  const { userId, username } = actor;
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

/** Begins to add a passkey, in this session. Throws PASSKEYS_UNAVAILABLE. */
export async function beginPasskey(
  deps: Deps,
  actor: Actor,
  { product, party }: { product: string; party: RelyingParty | undefined },
) {
  const { userId, username, credential } = actor;
  return creationOptions(deps, { userId, username, product, subject: credential.id, party });
}

/** Throws PASSKEY_NAME_REQUIRED, PASSKEYS_UNAVAILABLE, PASSKEY_REFUSED or TOO_MANY_PASSKEYS. */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  { name, creation, party }: NewPasskey,
): Promise<{ recoveryCodes: string[] }> {
  if (name === '') throw appError('PASSKEY_NAME_REQUIRED');
  const { userId, credential } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const store = await verifyNewPasskey(deps, { subject: credential.id, party, creation });
    await store(tx, { userId, name });
    return recordAddedFactor(tx, actor, 'passkey');
  });
}

interface NewPasskey {
  name: string;
  creation: PasskeyCreation;
  party: RelyingParty | undefined;
}

/** Throws PASSKEY_NAME_REQUIRED or PASSKEY_NOT_FOUND. */
export async function renameOwnPasskey(
  deps: Deps,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<void> {
  if (name === '') throw appError('PASSKEY_NAME_REQUIRED');
  await runCommand(deps, actor, async (tx) => {
    await changePasskeyName(tx, { userId: actor.userId, id, name });
    const after = { factor: 'passkey' } as const;
    await record(tx, actor, {
      ...{ action: 'second-factor.rename', entity: 'second-factor', before: null, after },
    });
  });
}

/** Throws PASSKEY_NOT_FOUND. */
export async function removeOwnPasskey(
  deps: Deps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    await removePasskey(tx, { userId, id });
    await recordRemovedFactor(tx, actor, 'passkey');
  });
}

/** Deletes all factors and recovery codes of a person. Returns false if there was no factor. */
export async function deleteFactors(tx: Tx, userId: UserId): Promise<boolean> {
  await deleteAllFactors(tx.query, userId);
  await deleteCodes(tx.query, userId);
  const { had } = await updateFactorState(tx.query, userId, tx.at);
  return had;
}

export interface Presented {
  person: { userId: UserId; username: string; ip: string };
  proof: FactorProof;
  /** The subject of a passkey's challenge. */
  subject: string;
  party: RelyingParty | undefined;
}

/**
 * Verifies a second factor as far as it needs no transaction. Returns undefined if it is wrong. The returned function uses it
 * in a transaction, so that it cannot be used again; it returns false if it is wrong or was used before.
 */
export async function verifyProof(
  deps: Deps,
  { person, proof, subject, party }: Presented,
): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
  const { userId } = person;
  if (proof.kind === 'totp') return (tx) => spendTotpCode(tx, userId, proof.code);
  if (proof.kind === 'recoveryCode') return (tx) => presentRecoveryCode(tx, person, proof.code);
  const { answer } = proof;
  return verifyPasskey(deps, { userId, purpose: 'present', subject, party, answer });
}

async function presentRecoveryCode(
  tx: Tx,
  person: Presented['person'],
  code: string,
): Promise<boolean> {
  const { userId } = person;
  const remaining = await spendRecoveryCode(tx, userId, code);
  if (remaining === undefined) return false;
  const entry = { chainId: userId, entityId: userId, entity: 'recovery-codes' } as const;
  const use = { action: 'recovery-codes.use', before: null, after: { remaining } } as const;
  await recordAudit(tx, { actor: person, entries: [{ ...entry, ...use }] });
  await notifyOfChange(tx, {
    ...{ kind: 'recoveryCodeUsed', actor: person, person, subject: String(remaining) },
    ownParams: { remaining: String(remaining) },
  });
  return true;
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
  if (!had) await withdrawConfirmations(tx.query, actor.userId, actor.credential.id);
  await record(tx, actor, {
    ...{ action: 'second-factor.insert', entity: 'second-factor', before: null, after: { factor } },
  });
  await notifyOfChange(tx, { kind: 'secondFactorAdded', actor, person: actor, subject: factor });
  return { recoveryCodes };
}

/**
 * Records the removal of a factor in its transaction. Without another one, the recovery codes are deleted. Throws
 * SECOND_FACTOR_REQUIRED_BY_POLICY if it is the last one of an administrator who needs one.
 */
async function recordRemovedFactor(tx: Tx, actor: Actor, factor: FactorKind): Promise<void> {
  const { has } = await updateFactorState(tx.query, actor.userId, tx.at);
  if (!has && (await isFactorRequired(tx.query, actor.userId))) {
    throw appError('SECOND_FACTOR_REQUIRED_BY_POLICY');
  }
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
