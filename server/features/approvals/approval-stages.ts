import type { ApprovableCommand } from '#contract/approvals/rules.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type Passed, refuseEach, type Stage } from '#server/platform/commands/stages.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { type ConcernedAccount, pairName } from './approvals.queries.ts';
import {
  type BatchApprovals,
  endOvertaken,
  findHeld,
  holdForApproval,
  isConnected,
  isCovered,
  isUnprotected,
  readBatchApprovals,
} from './hold-batch.ts';
import type { Need } from './store-approvals.ts';

/** A planned command on a locked row, as far as the stages need it. */
interface Approvable {
  row: { id: string; userId: string };
  command: { actor: Actor; automatic?: object };
  /** Whether it is what a second administrator confirms. */
  isApproval: boolean;
  /** Those of the whole batch. */
  approvals?: BatchApprovals;
}

interface Approval<Planned> {
  kinds: readonly ApprovalKind[];
  command: ApprovableCommand;
  /** Returns what another administrator confirms. */
  toNeed(planned: Planned, of: { isConnected: boolean }): Need;
}

/** Returns the stages of second approvals, in the order in which they run; others run between them. */
export function approvalStages<Planned extends Approvable>({
  kinds,
  command,
  toNeed,
}: Approval<Planned>) {
  const needOf = (approvals: BatchApprovals) => (one: Planned) =>
    toNeed(one, { isConnected: isConnected(approvals, accountOf(one)) });

  /** Adds the rules in force and the waiting requests for approval, which it locks. */
  const readApprovals: Stage<Planned> = async (tx, planned) => {
    const approvals = await readBatchApprovals(tx, {
      kinds,
      command,
      targetIds: planned.map(({ row }) => row.id),
      accounts: uniqueAccounts(planned.filter(({ isApproval }) => isApproval)),
    });
    return { planned: planned.map((one) => ({ ...one, approvals })), refused: new Map() };
  };

  /** Leaves automatic commands that a rule covers to people, also while no second administrator could confirm them. */
  const refuseAutomatic: Stage<Planned> = async (_, planned) => {
    const approvals = approvalsOf(planned);
    const toNeedOf = needOf(approvals);
    return refuseEach(planned, (one) =>
      one.command.automatic && isCovered(approvals, toNeedOf(one))
        ? appError('SECOND_APPROVAL_REQUIRED')
        : undefined,
    );
  };

  /** Refuses what needs a second approval. After the other stages, it stores requests for it. */
  const holdForSecond: Stage<Planned> = async (tx, planned) => {
    const approvals = approvalsOf(planned);
    const approving = planned.filter(({ isApproval }) => isApproval);
    const held = await findHeld(tx, approvals, approving.map(needOf(approvals)));
    const heldIds = new Set(held.map(({ need }) => need.targetId));
    const free = planned.filter(({ row }) => !heldIds.has(row.id));
    return {
      planned: free.map((one) => ({ ...one, approvals: { ...approvals, held } })),
      refused: new Map(),
      after: () => holdForApproval(tx, approvals, held),
    };
  };

  return { readApprovals, refuseAutomatic, holdForSecond, endApprovals };
}

/** Ends the requests for approval of what was carried out, and notifies of what no second administrator saw. */
async function endApprovals<Planned extends Approvable>(
  tx: Tx,
  planned: readonly Planned[],
): Promise<Passed<Planned>> {
  const approvals = approvalsOf(planned);
  await endOvertaken(
    tx,
    approvals,
    planned.map(({ row }) => row.id),
  );
  await notifyUnprotected(tx, planned, approvals);
  return { planned: [...planned], refused: new Map() };
}

/** Notifies administrators of commands for accounts that the administrator set up, if there is no second administrator. */
async function notifyUnprotected(
  tx: Tx,
  planned: readonly Approvable[],
  approvals: BatchApprovals,
): Promise<void> {
  if (!isUnprotected(approvals, 'connectedAccount')) return;
  const connected = planned.filter(
    (one) => one.isApproval && isConnected(approvals, accountOf(one)),
  );
  const actors = new Map(connected.map(({ command: { actor } }) => [actor.userId, actor]));
  for (const actor of actors.values()) {
    await notifyOfChange(tx, { kind: 'connectedApproval', actor });
  }
}

function approvalsOf([first]: readonly Approvable[]): BatchApprovals {
  if (!first?.approvals) throw new Error('The stage that reads approvals comes first');
  return first.approvals;
}

const accountOf = ({ row, command: { actor } }: Approvable): ConcernedAccount => ({
  actorId: actor.userId,
  ownerId: row.userId,
});

function uniqueAccounts(planned: readonly Approvable[]): ConcernedAccount[] {
  const accounts = planned.map(accountOf);
  return [...new Map(accounts.map((one) => [pairName(one), one])).values()];
}
