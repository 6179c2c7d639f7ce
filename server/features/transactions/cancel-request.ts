import { toPaise } from '#contract/shared/money.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { releaseHolds } from '#server/ledger/holds.ts';
import { findDigests } from '#server/ledger/recorded-digests.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { endOvertaken, readBatchApprovals } from '../approvals/hold-batch.ts';
import { toRequestEvent } from '../webhooks/queue-events.ts';
import { saveCancelled } from './cancel-request.queries.ts';
import { toOwnDetails } from './transaction-views.ts';
import { toTransactionEvent } from './transactions.events.ts';
import { lockOwnRow, type TransactionRow } from './transactions.queries.ts';

/**
 * Cancels a pending request of the caller and releases its hold. Cancelling it again has no effect. The request's lock
 * orders this and decisions: one of them succeeds. A deferred decision has not taken effect, so the cancellation
 * succeeds. Throws TRANSACTION_NOT_FOUND or REQUEST_DECIDED.
 */
export async function cancelRequest(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<OwnTransactionDetails> {
  return runCommand(deps, actor, async (tx) => {
    const row = await lockOwnRow(tx, { userId: actor.userId, id });
    if (!row) throw appError('TRANSACTION_NOT_FOUND');
    if (row.isCancelled) return toOwnDetails(tx.secrets, row);
    if (!isDecidable(row)) throw appError('REQUEST_DECIDED');
    const approvals = await readBatchApprovals(tx, {
      ...{ kinds: [row.type], command: 'review.approve', targetIds: [id] },
    });
    if (row.type === 'withdrawal') {
      await releaseHolds(tx, [{ userId: actor.userId, amountPaise: toPaise(row.amountPaise) }]);
    }
    const cancelled = {
      ...row,
      ...({ status: 'rejected', isCancelled: true } as const),
      decidedBy: actor.userId,
      decidedAt: tx.at,
      version: row.version + 1,
      updatedAt: tx.at,
    };
    saveCancelled(tx, cancelled);
    await endOvertaken(tx, approvals, [id]);
    await recordCancellation(tx, { actor, row: cancelled });
    return toOwnDetails(tx.secrets, cancelled);
  });
}

async function recordCancellation(
  tx: Tx,
  { actor, row }: { actor: Actor; row: TransactionRow },
): Promise<void> {
  const { id, status, type, amountPaise, referenceId } = row;
  const after = { status, type, amountPaise, referenceId };
  const beneficiarySha256 = (await findDigests(tx, [row])).get(id);
  await recordAudit(tx, {
    actor,
    entries: [
      {
        chainId: actor.userId,
        action: 'transaction.cancel',
        entity: 'transaction',
        entityId: id,
        before: { status: 'pending' },
        after: { ...after, beneficiarySha256 },
      },
    ],
  });
  enqueueWebhookEvents(tx, [toRequestEvent(row)]);
  const { userId } = actor;
  const balance = { entity: 'balance', op: 'update', userId } as const;
  const payloads = [toTransactionEvent('update', row), ...(type === 'withdrawal' ? [balance] : [])];
  publish(
    tx,
    payloads.map((payload) => ({ userId, forAdmins: true, payload })),
  );
}
