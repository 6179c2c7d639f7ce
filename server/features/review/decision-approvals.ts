import { approvalStages } from '../approvals/approval-stages.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { ownerOf, type PlannedDecision } from './decisions.ts';

/** What another administrator confirms. `approveConfirmed` carries it out. */
function toNeed(
  { row, command: { actor, decision, automatic }, different }: PlannedDecision,
  { isConnected }: { isConnected: boolean },
): Need {
  const { id, type, amountPaise, referenceId } = row;
  const { notes, sourceId, requestKey, confirmedDuplicateIds } = decision;
  return {
    actor,
    kinds: [
      ...(different ? (['differentPayment'] as const) : []),
      ...(isConnected ? (['connectedAccount'] as const) : []),
      type,
    ],
    command: 'review.approve',
    input: {
      id,
      notes,
      sourceId,
      // A receipt that is replaced while the request waits makes the confirmation fail.
      receiptUrl: row.permanentReceiptUrl,
      ...(confirmedDuplicateIds && { confirmedDuplicateIds }),
      ...(different && { differentPayments: [{ id, reason: different.reason }] }),
    },
    requestKey,
    targetId: id,
    concernedId: ownerOf(row),
    amountPaise,
    // Automatic approvals have a daily limit.
    ...(!automatic && { daySum: type }),
    reason: different?.reason ?? notes,
    change: {
      action: 'transaction.approve',
      entity: 'transaction',
      before: { status: 'pending' },
      after: {
        status: 'approved',
        type,
        amountPaise,
        referenceId,
        sourceId: sourceId ?? null,
        ...(different && { differentPaymentOf: different.fromId }),
      },
    },
  };
}

export const { readApprovals, refuseAutomatic, holdForSecond, endApprovals } =
  approvalStages<PlannedDecision>({
    kinds: ['deposit', 'withdrawal', 'connectedAccount', 'differentPayment'],
    command: 'review.approve',
    toNeed,
  });
