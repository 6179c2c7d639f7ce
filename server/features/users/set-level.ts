import type { UserId } from '#contract/shared/base.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runApprovable } from '../approvals/require-approval.ts';
import { changeLevel } from './users.ts';

/**
 * Changes a user's verification level and notifies the user. Throws VERIFICATION_REASON_REQUIRED,
 * OWN_ACCOUNT_PROTECTED, USER_NOT_FOUND or SECOND_APPROVAL_REQUIRED.
 */
export async function setVerificationLevel(
  deps: Deps,
  actor: Actor,
  { userId, level, reason }: { userId: UserId; level: VerificationLevel; reason: string },
): Promise<void> {
  if (reason === '') throw appError('VERIFICATION_REASON_REQUIRED');
  if (userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  await runApprovable(deps, { actor, changing: [userId] }, (tx) =>
    changeLevel(tx, { actor, userId, level, reason }),
  );
}
