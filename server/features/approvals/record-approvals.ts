import type { Tx } from '#server/db/database.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { enqueueWebhookEvents } from '#server/platform/events/webhook-queue.ts';
import { type ApprovalAction, toApprovalEvents } from './approvals.events.ts';
import type { RecordedRow } from './approvals.queries.ts';

/** Records what happened to requests, and publishes it. The records are in the chain of the person concerned. */
export async function recordApprovals(
  tx: Tx,
  actor: Principal | 'system',
  { action, rows }: { action: ApprovalAction; rows: readonly RecordedRow[] },
): Promise<void> {
  const entries = rows.map(
    (row): AuditEntry => ({
      chainId: chainOf(row),
      action,
      entity: 'approval',
      entityId: row.id,
      before: null,
      after: {
        kind: row.kind,
        requestedAction: row.action,
        state: row.state,
        targetId: row.targetId,
        amountPaise: row.amountPaise,
        requestedBy: row.makerId,
        approvals: row.needed,
        ...(row.failure && { becauseOf: row.failure }),
      },
    }),
  );
  await recordAudit(tx, { actor, entries });
  enqueueWebhookEvents(tx, toApprovalEvents(action, rows));
  const op = action === 'approval.request' ? 'insert' : 'update';
  publish(
    tx,
    rows.map(({ id }) => ({ forAdmins: true, payload: { entity: 'approval', op, id } })),
  );
}

/** Returns the audit chain of a request. */
export function chainOf({ concernedId }: Pick<RecordedRow, 'concernedId'>): string {
  return concernedId ?? 'approvals';
}
