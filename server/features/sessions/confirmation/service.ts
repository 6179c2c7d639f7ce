import type { ProofKind } from '#contract/sessions/rules.ts';
import type { Proof } from '#contract/sessions/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, findStepUpRefusal } from '#server/platform/auth/gate.ts';
import { verifyPassword } from '#server/platform/auth/password.ts';
import { noteFailedConfirmation } from '#server/platform/commands/activity.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { appError, isAppError } from '#server/platform/runtime/errors.ts';
import { confirmSession, findPasswordHash, hasPasswordHash } from '../queries.ts';
import { checkPassword } from '../throttle/service.ts';

interface RightProof {
  /**
   * Runs in the transaction that confirms the session, with the user locked. Returns false if the proof is no longer
   * right, for example because another request has used it.
   */
  use(tx: Tx): Promise<boolean>;
}

interface Verifier<Given extends Proof> {
  /** Returns undefined for a wrong proof, after the same work as for a right one. */
  verify(deps: Deps, actor: Actor, proof: Given): Promise<RightProof | undefined>;
  /** The error of a wrong proof. */
  error: ErrorCode;
}

/** How each kind of proof is verified. */
const verifiers: { [Kind in ProofKind]: Verifier<Extract<Proof, { kind: Kind }>> } = {
  password: {
    async verify({ db }, { userId }, { password }) {
      const passwordHash = await findPasswordHash(db.query, userId);
      if (!(await verifyPassword(passwordHash, password)) || !passwordHash) return undefined;
      return { use: (tx) => hasPasswordHash(tx.query, { userId, passwordHash }) };
    },
    error: 'CURRENT_PASSWORD_INCORRECT',
  },
};

/** Returns the kinds of proof by which the person of a session can confirm their identity. */
export function proofKindsOf(): readonly ProofKind[] {
  return ['password'];
}

/**
 * Confirms the session that presents a proof, for ten minutes. Wrong proofs count as failed logins, and are recorded. Throws
 * STEP_UP_REQUIRED if another kind of proof is needed, the error of a wrong proof, or TOO_MANY_ATTEMPTS.
 */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  { proof, device }: { proof: Proof; device: string | undefined },
): Promise<void> {
  const { kind } = proof;
  const { userId, username, ip, credential } = actor;
  if (!actor.proofKinds?.includes(kind)) {
    throw findStepUpRefusal({ ...actor, isConfirmed: false }) ?? appError('NOT_FOR_API_KEYS');
  }
  // A verifier takes the proofs of its kind, which TypeScript cannot derive from the table.
  const { verify, error } = verifiers[kind] as Verifier<Proof>;
  const attempt = { username, ip, device, session: credential.id };
  const right = await checkPassword(deps, attempt, () => verify(deps, actor, proof)).catch(
    (failure: unknown) => {
      if (isAppError(failure)) noteFailedConfirmation(deps, { userId, ip, method: kind });
      throw failure;
    },
  );
  if (!right) {
    noteFailedConfirmation(deps, { userId, ip, method: kind });
    throw appError(error);
  }
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (!(await right.use(tx))) throw appError(error);
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
