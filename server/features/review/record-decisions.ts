import { isPosted } from '#contract/transactions/states.ts';
import type { Tx } from '#server/db/database.ts';
import { type BeneficiaryDigests, findDigests } from '#server/ledger/recorded-digests.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  type AuditEntry,
  type AuditInput,
  lockChains,
  recordAudit,
} from '#server/platform/commands/audit.ts';
import { type OutboxEvent, publish } from '#server/platform/events/outbox.ts';
import { enqueueWebhookEvents } from '#server/platform/events/webhook-queue.ts';
import { insertUnpublished } from '../notifications/insert-notifications.ts';
import { acceptMatches } from '../statements/accept-matches.ts';
import { toTransactionEvent } from '../transactions/transactions.events.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { toRequestEvent } from '../webhooks/queue-events.ts';
import { markDecided } from './decide.queries.ts';
import {
  type Command,
  deciderOf,
  type PassedDecisions,
  type PlannedDecision,
} from './decisions.ts';
import { toNotification } from './review.events.ts';

/** A stage: stores posted decisions, with their audit records, accepted matches, notifications and events. */
export async function recordDecisions(
  tx: Tx,
  planned: readonly PlannedDecision[],
): Promise<PassedDecisions> {
  const decided = planned.map((one) => ({ ...one, row: toDecided(one, tx.at) }));
  const digests = await findDigests(
    tx,
    decided.map(({ row }) => row),
  );
  const auditInputs: AuditInput[] = decided.map((one) => ({
    actor: signerOf(one.command),
    entries: [toAuditEntry(one, digests)],
  }));
  const matched = decided.flatMap(({ command, row, matches = [] }) =>
    matches.map((match) => ({ ...match, actor: signerOf(command), ownerId: row.userId })),
  );
  auditInputs.push(...acceptMatches(tx, matched));
  await lockHeldChains(tx, decided);
  const [rows] = await Promise.all([
    markDecided(
      tx,
      decided.map(({ row }) => row),
    ),
    recordAudit(tx, auditInputs),
  ]);
  const notificationIds = insertUnpublished(tx, rows.map(toNotification));
  enqueueWebhookEvents(tx, rows.map(toRequestEvent));
  publish(
    tx,
    rows.map((row, n) => toDecisionEvent(row, notificationIds[n] ?? '')),
  );
  return { planned: decided, refused: new Map() };
}

function toDecided({ row, command, isApproval, reason }: PlannedDecision, at: Date) {
  const { decision } = command;
  const decidedBy = deciderOf(command);
  const sourceId = isApproval && row.type === 'deposit' ? decision.sourceId : undefined;
  return {
    ...row,
    status: decision.decision,
    adminNotes: [reason?.en, decision.notes].filter(Boolean).join('\n') || null,
    reason: reason ?? null,
    sourceId: sourceId ?? null,
    decisionKey: decision.requestKey.toLowerCase(),
    decidedBy,
    decidedAt: at,
    approvedBy: isApproval ? decidedBy : null,
    approvedAt: isApproval ? at : null,
    version: row.version + 1,
    updatedAt: at,
  };
}

/** The requests for second approvals append to chains too: all are locked in one order. */
async function lockHeldChains(tx: Tx, decided: readonly PlannedDecision[]): Promise<void> {
  const held = decided[0]?.approvals?.held ?? [];
  if (held.length === 0) return;
  const heldOwners = held.flatMap(({ need }) => need.concernedId ?? []);
  await lockChains(tx, [...new Set([...decided.map(({ row }) => row.userId), ...heldOwners])]);
}

function toDecisionEvent(row: TransactionRow, notificationId: string): OutboxEvent {
  const isMoved = isPosted(row) || row.type === 'withdrawal';
  const also = { balance: isMoved, notificationId };
  const payload = { ...toTransactionEvent('update', row), also };
  return { userId: row.userId, forAdmins: true, payload };
}

const signerOf = ({ actor, automatic }: Command): Actor | 'system' =>
  automatic ? 'system' : actor;

function toAuditEntry(
  { row, command, isApproval, duplicateIds, different, matches = [] }: PlannedDecision,
  digests: BeneficiaryDigests,
): AuditEntry {
  const { actor, automatic } = command;
  const { id, userId: chainId, status, type, amountPaise, referenceId, sourceId } = row;
  return {
    chainId,
    action: isApproval ? 'transaction.approve' : 'transaction.reject',
    entity: 'transaction',
    entityId: id,
    before: { status: 'pending' },
    after: {
      status,
      type,
      amountPaise,
      referenceId,
      beneficiarySha256: digests.get(id),
      sourceId,
      withNotes: row.adminNotes !== null,
      ...(duplicateIds && { confirmedDuplicateIds: duplicateIds }),
      ...(different && {
        differentPaymentOf: different.fromId,
        differentReason: different.reason,
      }),
      ...(automatic && {
        importedBy: actor.userId,
        enabledBy: automatic.enabledBy,
        lineIds: matches.map(({ line }) => line.id),
      }),
    },
  };
}
