import { transactionId, userId } from '#contract/base.ts';
import { toPaise } from '#contract/money.ts';
import { isDecidable } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { releaseHolds } from '#server/ledger/holds.ts';
import { type Posting, postToLedger } from '#server/ledger/post.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { runCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { type AppError, appError } from '#server/lib/errors.ts';
import { type OutboxEvent, publish } from '#server/lib/events/outbox.ts';
import type { Actor } from '#server/lib/gate.ts';
import { insertNotifications } from '../notifications/service.ts';
import {
  DEFAULT_DECIDER,
  type TransactionRow,
  toTransactionEvent,
} from '../transactions/service.ts';
import { toNotification } from './notices.ts';
import {
  bindKey,
  type Decision,
  findDeciders,
  lockRequests,
  markDecided,
  type Names,
  requireSource,
} from './queries.ts';

/** By id: undefined where the decision stands, or why this transaction could not be decided. */
type Outcomes = Map<string, AppError | undefined>;

/**
 * Approves or rejects pending requests: in one transaction the statuses, the ledger, the holds, the
 * notifications, the audit records and the events, or nothing. Requests that can't be decided are left
 * as they are and named in the outcomes: TRANSACTION_NOT_FOUND, ALREADY_DECIDED, AMOUNT_OUT_OF_RANGE or
 * INSUFFICIENT_BALANCE. A decision that its maker repeats with the same key succeeds again, without
 * effect. Throws SOURCE_NOT_FOUND or IDEMPOTENCY_CONFLICT for the whole list.
 */
export async function decideTransactions(
  deps: Deps,
  actor: Actor,
  decision: Decision,
): Promise<Outcomes> {
  const ids = [...new Set(decision.ids.map((id) => id.toLowerCase()))];
  return runCommand(deps, actor, async (tx) => {
    await bindKey(tx, { actor, decision, ids });
    const rows = await lockRequests(tx, ids);
    const outcomes: Outcomes = new Map(ids.map((id) => [id, appError('TRANSACTION_NOT_FOUND')]));
    const deciders = await findDeciders(tx, rows);
    for (const row of rows) outcomes.set(row.id, refusal(row, { actor, decision, deciders }));
    const decidable = rows.filter(isDecidable);
    if (decidable.length > 0) {
      const refused = await applyDecision(tx, { actor, decision, rows: decidable });
      for (const [id, error] of refused) outcomes.set(id, error);
    }
    return outcomes;
  });
}

/** Undefined when the row is still to be decided, or when this very decision was made before. */
function refusal(
  row: TransactionRow,
  { actor, decision, deciders }: { actor: Actor; decision: Decision; deciders: Names },
): AppError | undefined {
  const isReplay =
    row.decisionKey === decision.requestKey.toLowerCase() &&
    row.decidedBy === actor.userId &&
    row.status === decision.decision;
  if (isDecidable(row) || isReplay) return undefined;
  const decidedBy = deciders.get(row.decidedBy ?? '') ?? DEFAULT_DECIDER;
  return appError('ALREADY_DECIDED', { status: row.status, decidedBy });
}

interface Application {
  actor: Actor;
  decision: Decision;
  rows: TransactionRow[];
}

async function applyDecision(
  tx: Tx,
  { actor, decision, rows }: Application,
): Promise<Map<string, AppError>> {
  const refused = new Map<string, AppError>();
  if (decision.decision === 'approved') {
    await requireSource(tx, decision.sourceId);
    for (const { posting, error } of await postToLedger(tx, rows.map(toPosting))) {
      refused.set(posting.transactionId, error);
    }
  } else {
    await releaseHolds(tx, rows.filter(isWithdrawal).map(toRelease));
  }
  const accepted = rows.filter((row) => !refused.has(row.id));
  if (accepted.length > 0) {
    const ids = accepted.map((row) => row.id);
    await publishDecisions(tx, actor, await markDecided(tx, { actor, decision, ids }));
  }
  return refused;
}

const isWithdrawal = (row: TransactionRow) => row.type === 'withdrawal';

function toPosting(row: TransactionRow): Posting {
  const amountPaise = toPaise(row.amountPaise);
  const subject = { transactionId: transactionId.parse(row.id), userId: userId.parse(row.userId) };
  if (row.type === 'deposit') return { ...subject, amountPaise };
  return { ...subject, amountPaise: toPaise(-amountPaise), releaseHoldPaise: amountPaise };
}

function toRelease(row: TransactionRow) {
  return { userId: userId.parse(row.userId), amountPaise: toPaise(row.amountPaise) };
}

async function publishDecisions(tx: Tx, actor: Actor, rows: TransactionRow[]): Promise<void> {
  await recordAudit(tx, { actor, entries: rows.map(toAuditEntry) });
  await insertNotifications(tx, rows.map(toNotification));
  const events: OutboxEvent[] = rows.map((row) => ({
    userId: row.userId,
    forAdmins: true,
    payload: toTransactionEvent('update', row),
  }));
  const moved = rows.filter((row) => row.status === 'approved' || isWithdrawal(row));
  for (const owner of new Set(moved.map((row) => row.userId))) {
    const payload = { entity: 'balance', op: 'update', userId: owner } as const;
    events.push({ userId: owner, forAdmins: true, payload });
  }
  await publish(tx, events);
}

function toAuditEntry(row: TransactionRow) {
  const { id, userId: chainId, status, type, amountPaise, sourceId } = row;
  return {
    chainId,
    action: status === 'approved' ? 'transaction.approve' : 'transaction.reject',
    entity: 'transaction',
    entityId: id,
    before: { status: 'pending' },
    after: { status, type, amountPaise, sourceId, withNotes: row.adminNotes !== null },
  };
}
