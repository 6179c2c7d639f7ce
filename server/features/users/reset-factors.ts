import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { runApprovable } from '../approvals/require-approval.ts';
import { endSessionsOfUser } from '../sessions/end-sessions.ts';
import { endFactors } from './end-other-access.ts';
import { lockUser } from './users.queries.ts';
import { requireUserApproval } from './users.ts';

/**
 * Removes all second factors and recovery codes of another user and ends their sessions, for a person who has lost them.
 * Throws OWN_ACCOUNT_PROTECTED, USER_NOT_FOUND, SECOND_FACTOR_MISSING or SECOND_APPROVAL_REQUIRED.
 */
export async function resetSecondFactors(
  deps: Deps,
  actor: Principal,
  { userId }: { userId: UserId },
): Promise<void> {
  if (actor !== COMMAND_LINE && actor.userId === userId) throw appError('OWN_ACCOUNT_PROTECTED');
  await runApprovable(deps, { actor, changing: [userId] }, async (tx) => {
    const user = await lockUser(tx.query, userId);
    if (!user) throw appError('USER_NOT_FOUND');
    const change = {
      ...({ action: 'second-factor.reset', entity: 'second-factor' } as const),
      ...{ before: null, after: null },
    };
    await requireUserApproval(tx, user, {
      ...{ actor, command: 'users.resetSecondFactors', input: { userId }, change },
    });
    if (!(await endFactors(tx, { actor, person: user }))) throw appError('SECOND_FACTOR_MISSING');
    await endSessionsOfUser(tx, { userId, reason: 'password_changed' });
    publish(tx, [{ forAdmins: true, payload: { entity: 'user', op: 'update', userId } }]);
  });
}
