import type { UserId } from '#contract/shared/base.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { runApprovable } from '../../approvals/service.ts';
import { insertNotifications } from '../../notifications/service.ts';
import { lockUser, updateUser } from '../queries.ts';
import { requireUserApproval } from '../service.ts';
import { toNotification } from './events.ts';

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
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const user = await lockUser(tx.query, userId);
    if (!user) throw appError('USER_NOT_FOUND');
    if (user.verificationLevel === level) return;
    const change = {
      ...({ action: 'user.verificationLevel', entity: 'user' } as const),
      before: { verificationLevel: user.verificationLevel },
      after: { verificationLevel: level },
    };
    const input = { userId, level, reason };
    await requireUserApproval(tx, user, {
      ...{ actor, command: 'users.setVerificationLevel', input, reason, change },
    });
    await updateUser(tx.orm, userId, { verificationLevel: level, verificationReason: reason });
    await recordAudit(tx, {
      actor,
      entries: [{ chainId: userId, entityId: userId, ...change }],
    });
    insertNotifications(tx, [toNotification({ userId, level, reason })]);
    publish(tx, [{ userId, forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
  });
}
