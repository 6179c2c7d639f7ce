import type { FactorProof } from '#contract/second-factors/schema.ts';
import type { ProofKind } from '#contract/sessions/rules.ts';
import type { Proof } from '#contract/sessions/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { appError, isAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Actor, findStepUpRefusal } from '#server/platform/auth/gate.ts';
import { verifyPassword } from '#server/platform/auth/password.ts';
import { noteFailedConfirmation } from '#server/platform/commands/activity.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import type { RelyingParty } from '#server/platform/http/relying-party.ts';
import {
  beginFlow,
  type FlowAnswer,
  finishFlow,
  isFreshSignIn,
} from '#server/platform/oidc/flows.ts';
import { countIfTyped } from '../second-factors/factor-attempts.ts';
import { requestOptions } from '../second-factors/passkeys.ts';
import { verifyProof } from '../second-factors/second-factors.ts';
import {
  confirmSession,
  findPasswordHash,
  isOnlyIdentity,
  isOnlyPassword,
} from './sessions.queries.ts';
import { checkPassword } from './throttle/throttle-logins.ts';

interface Given<Kind extends Proof> {
  proof: Kind;
  /** The id of the known device. */
  device: string | undefined;
  party: RelyingParty | undefined;
  /** The cookie of a flow at the provider, and the browser's origin. */
  flow: Omit<FlowAnswer, 'response'>;
}

interface Checked {
  /**
   * Undefined for a wrong proof. Runs in the transaction that confirms the session, with the user locked. Returns false if the proof is not right, or no
   * longer, for example because another request has used it.
   */
  use?: ((tx: Tx) => Promise<boolean>) | undefined;
  /** Runs after this transaction. */
  succeed?(): Promise<void>;
  /** Runs after a wrong proof. */
  fail?(): Promise<void>;
}

interface Verifier<Kind extends Proof> {
  /**
   * Counts the attempt. Does the same work for a wrong proof as for a right one. Throws TOO_MANY_ATTEMPTS.
   */
  verify(deps: Deps, actor: Actor, given: Given<Kind>): Promise<Checked>;
  /** The error of a wrong proof. */
  error: ErrorCode;
}

const password: Verifier<Extract<Proof, { kind: 'password' }>> = {
  async verify(deps, actor, { proof, device }) {
    const { userId, username, ip, credential } = actor;
    const attempt = { username, ip, device, session: credential.id };
    const passwordHash = await checkPassword(deps, attempt, async () => {
      const stored = await findPasswordHash(deps.db.query, userId);
      return (await verifyPassword(stored, proof.password)) ? stored : undefined;
    });
    if (passwordHash === undefined) return {};
    return { use: (tx) => isOnlyPassword(tx.query, { userId, passwordHash }) };
  },
  error: 'CURRENT_PASSWORD_INCORRECT',
};

/** Codes share their limit of attempts with the second step of a login. */
const factor: Verifier<FactorProof> = {
  async verify(deps, actor, { proof, device, party }) {
    const { userId, username, credential } = actor;
    const counted = await countIfTyped(deps, { userId, device, kind: proof.kind });
    const presented = { person: actor, proof, subject: credential.id, party };
    const use = await verifyProof(deps, presented);
    return {
      use,
      succeed: async () => counted?.reset(),
      fail: async () => counted?.fail(username),
    };
  },
  error: 'SECOND_FACTOR_INCORRECT',
};

/** The person has to enter their credentials at the provider again: its own session proves nothing about who is present. */
const provider: Verifier<Extract<Proof, { kind: 'provider' }>> = {
  async verify(deps, { userId, credential, ip }, { proof: { response }, flow }) {
    const subject = credential.id;
    const finished = await finishFlow(deps, { ...flow, response, purpose: 'confirm', subject, ip });
    if (!isFreshSignIn(finished)) throw appError('PROVIDER_NOT_RECENT');
    const identity = { userId, issuer: finished.issuer, subject: finished.claims.subject };
    return { use: (tx) => isOnlyIdentity(tx.query, identity) };
  },
  error: 'PROVIDER_REFUSED',
};

/** How each kind of proof is verified. */
const verifiers: { [Kind in ProofKind]: Verifier<Extract<Proof, { kind: Kind }>> } = {
  ...{ password, provider, totp: factor, passkey: factor, recoveryCode: factor },
};

/** Returns the address at the provider where a person confirms their identity, and the flow's cookie. */
export async function confirmWithProvider(
  deps: Deps,
  { credential }: Actor,
  origin: string,
): Promise<{ url: string; cookie: string }> {
  return beginFlow(deps, { purpose: 'confirm', subject: credential.id, origin });
}

/** Returns what a browser needs to confirm the identity of its person with a passkey. Throws PASSKEYS_UNAVAILABLE. */
export async function confirmWithPasskey(
  deps: Deps,
  { userId, credential }: Actor,
  party: RelyingParty | undefined,
) {
  return requestOptions(deps, { userId, purpose: 'present', subject: credential.id, party });
}

/**
 * Confirms the session that presents a proof, for ten minutes. Wrong proofs count as failed logins, and are recorded. Throws
 * STEP_UP_REQUIRED if another kind of proof is needed, the error of a wrong proof, or TOO_MANY_ATTEMPTS.
 */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  given: Given<Proof>,
): Promise<void> {
  const { kind } = given.proof;
  if (!actor.proofKinds?.includes(kind)) {
    throw findStepUpRefusal({ ...actor, isConfirmed: false }) ?? appError('NOT_FOR_API_KEYS');
  }
  // A verifier takes the proofs of its kind, which TypeScript cannot derive from the table.
  const { verify, error } = verifiers[kind] as Verifier<Proof>;
  let checked: Checked = {};
  try {
    checked = await verify(deps, actor, given);
    if (!checked.use) throw appError(error);
    await confirm(deps, actor, { kind, use: checked.use, error });
    await checked.succeed?.();
  } catch (failure) {
    if (isAppError(failure) && failure.code === error) await checked.fail?.();
    if (isAppError(failure) && [error, 'TOO_MANY_ATTEMPTS'].includes(failure.code)) {
      noteFailedConfirmation(deps, { userId: actor.userId, ip: actor.ip, method: kind });
    }
    throw failure;
  }
}

async function confirm(
  deps: Deps,
  actor: Actor,
  { kind, use, error }: { kind: ProofKind; use: NonNullable<Checked['use']>; error: ErrorCode },
): Promise<void> {
  const { userId, credential } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (!(await use(tx))) throw appError(error);
    await confirmSession(tx.query, credential.id);
    const subject = { chainId: userId, entity: 'session', entityId: credential.id } as const;
    const entry = {
      ...subject,
      action: 'session.confirm',
      before: null,
      after: { method: kind },
    } as const;
    await recordAudit(tx, { actor, entries: [entry] });
  });
}
