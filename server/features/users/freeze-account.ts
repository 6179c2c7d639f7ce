import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { runApprovable } from '../approvals/require-approval.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { lockPendingOfUser } from '../transactions/transactions.ts';
import { lockUser, updateUser } from './users.queries.ts';
import { requireUserApproval } from './users.ts';

/**
 * Freezes or unfreezes an account, and notifies its user of the reason. Repeating it has no effect; another reason
 * replaces the shown one. The lock on the user's row orders this and the user's commands, the lock on
 * pending requests orders it and their approvals. Throws FREEZE_REASON_REQUIRED, OWN_ACCOUNT_PROTECTED, USER_NOT_FOUND,
 * SECOND_APPROVAL_REQUIRED or TOO_MANY_APPROVALS.
 */
export async function setFrozen(
  deps: Deps,
  actor: Actor,
  { userId, isFrozen, reason }: { userId: UserId; isFrozen: boolean; reason: string },
): Promise<void> {
  if (reason === '') throw appError('FREEZE_REASON_REQUIRED');
  if (userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const user = await lockUser(tx.query, userId);
    if (!user) throw appError('USER_NOT_FOUND');
    const isRepeated = isFrozen ? user.freezeReason === reason : user.freezeReason === null;
    if (isRepeated) return;
    const change = {
      ...({ action: isFrozen ? 'user.freeze' : 'user.unfreeze', entity: 'user' } as const),
      before: { isFrozen: user.freezeReason !== null },
      after: { isFrozen },
    };
    await requireUserApproval(tx, user, {
      ...{ actor, command: 'users.setFrozen', input: { userId, isFrozen, reason }, reason, change },
    });
    await lockPendingOfUser(tx, userId);
    await updateUser(tx.orm, userId, {
      frozenAt: isFrozen ? tx.at : null,
      freezeReason: isFrozen ? reason : null,
    });
    const entry = { chainId: userId, entityId: userId, ...change };
    await recordAudit(tx, { actor, entries: [entry] });
    await notifyOfChange(tx, {
      ...({ kind: isFrozen ? 'accountFrozen' : 'accountUnfrozen', actor, reason } as const),
      person: user,
      // Not merged: of two unread notifications, the newer one has to say the current state.
      subject: newId(),
    });
    enqueueWebhookEvents(tx, [
      { type: isFrozen ? 'user.frozen' : 'user.unfrozen', data: { userId } },
    ]);
    publish(tx, [{ userId, forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
  });
}
