import { randomUUID } from 'node:crypto';
import { approvalCommands } from '../app/approval-commands.ts';
import {
  confirmApproval,
  refuseApproval,
  withdrawApproval,
} from '../features/approvals/answer-approvals.ts';
import { expireOldApprovals } from '../features/approvals/expire-approvals.ts';
import { adjustBalance } from '../features/users/adjust-balance.ts';
import { createTypedUser } from '../features/users/users.ts';
import { approvalOf, setRules } from './approvals.ts';
import type { MoneyWorld } from './money-world.ts';

const REASON = 'Refund of a payment';
const EXPIRY_MS = 49 * 60 * 60_000;

/**
 * Makes requests for a second approval and ends one in each way. The withdrawn one is about a new administrator with this
 * name. Returns the id of the confirmed request, and its people. Moves the clock by two days.
 */
export async function endApprovalsInEveryWay(world: MoneyWorld, newAdminName: string) {
  const { deps } = world;
  await setRules(world.db, { adjustment: {}, newAdministrator: {} });
  const maker = await world.newActor({ role: 'admin' });
  const other = await world.newActor({ role: 'admin' });
  const owner = await world.newActor();
  const adjust = (newBalance: string) =>
    approvalOf(
      adjustBalance(deps, maker, {
        userId: owner.userId,
        newBalance,
        shownBalancePaise: 0,
        reason: REASON,
        requestKey: randomUUID(),
      }),
    );
  const [confirmed, refused, failed] = [
    await adjust('100'),
    await adjust('200'),
    await adjust('300'),
  ];
  const typed = { username: newAdminName, password: 'quiet-lamp-1', role: 'admin' as const };
  const withdrawn = await approvalOf(createTypedUser(deps, maker, typed));
  await adjust('400');
  const executor = approvalCommands;
  await confirmApproval(deps, other, { id: confirmed, executor });
  await refuseApproval(deps, other, { id: refused });
  await withdrawApproval(deps, maker, withdrawn);
  // The balance is no longer the one that the request was about.
  await confirmApproval(deps, other, { id: failed, executor }).catch(() => undefined);
  await world.setNow(new Date(deps.clock.now().getTime() + EXPIRY_MS));
  await expireOldApprovals(deps);
  return { confirmed, makerId: maker.userId, ownerId: owner.userId };
}
