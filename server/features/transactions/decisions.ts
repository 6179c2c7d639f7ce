import { and, asc, eq, inArray, sql } from 'drizzle-orm';
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
import { fingerprintOf } from '#server/lib/fingerprint.ts';
import type { Actor } from '#server/lib/gate.ts';
import { transactions, users } from '../../db/schema.ts';
import { DEFAULT_DECIDER } from './admin-views.ts';
import { notifyOwners } from './decision-notices.ts';
import { type TransactionRow, toTransactionEvent } from './service.ts';

export interface Decision {
  /** Up to 10 000 transactions; each is decided once, however often it is named. */
  ids: string[];
  decision: 'approved' | 'rejected';
  notes?: string | undefined;
  /** Attributes approved deposits to an active source. */
  sourceId?: string | undefined;
  requestKey: string;
}

/** By id: undefined where the decision stands, or why this transaction could not be decided. */
export type Outcomes = Map<string, AppError | undefined>;

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
    const rows = await lockTransactions(tx, ids);
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

/** Makes the key stand for this decision alone. Throws IDEMPOTENCY_CONFLICT when its maker used it for another. */
async function bindKey(
  tx: Tx,
  { actor, decision, ids }: { actor: Actor; decision: Decision; ids: string[] },
): Promise<void> {
  const { requestKey, decision: verdict, notes, sourceId } = decision;
  const said = { ids: ids.toSorted(), verdict, notes: notes || null, sourceId: sourceId ?? null };
  const fingerprint = fingerprintOf(said);
  // An update of nothing, so that the key's first fingerprint is returned.
  const [bound] = await tx.query<{ fingerprint: Buffer }>(
    `INSERT INTO decision_requests AS kept (decided_by, request_key, fingerprint, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (decided_by, request_key) DO UPDATE SET created_at = kept.created_at
     RETURNING fingerprint`,
    [actor.userId, requestKey, fingerprint, tx.at],
  );
  if (!bound?.fingerprint.equals(fingerprint)) throw appError('IDEMPOTENCY_CONFLICT');
}

async function lockTransactions(tx: Tx, ids: string[]): Promise<TransactionRow[]> {
  return tx.orm
    .select()
    .from(transactions)
    .where(sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(asc(transactions.id))
    .for('update');
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

type Names = Map<string, string>;

async function findDeciders(tx: Tx, rows: TransactionRow[]): Promise<Names> {
  const ids = rows.map((row) => row.decidedBy).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = await tx.orm
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
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
    await checkSource(tx, decision.sourceId);
    for (const { posting, error } of await postToLedger(tx, rows.map(toPosting))) {
      refused.set(posting.transactionId, error);
    }
  } else {
    await releaseHolds(tx, rows.filter(isWithdrawal).map(toRelease));
  }
  const accepted = rows.filter((row) => !refused.has(row.id));
  if (accepted.length > 0) {
    const decided = await markDecided(tx, { actor, decision, rows: accepted });
    await tellOfDecisions(tx, actor, decided);
  }
  return refused;
}

async function checkSource(tx: Tx, sourceId: string | undefined): Promise<void> {
  if (sourceId === undefined) return;
  const found = await tx.query('SELECT 1 FROM sources WHERE id = $1 AND is_active FOR SHARE', [
    sourceId,
  ]);
  if (found.length === 0) throw appError('SOURCE_NOT_FOUND');
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

async function markDecided(
  tx: Tx,
  { actor, decision, rows }: Application,
): Promise<TransactionRow[]> {
  const isApproval = decision.decision === 'approved';
  const ids = rows.map((row) => row.id);
  const sourceId = isApproval ? (decision.sourceId ?? null) : null;
  const decided = await tx.orm
    .update(transactions)
    .set({
      status: decision.decision,
      adminNotes: decision.notes || null,
      sourceId: sql`CASE ${transactions.type} WHEN 'deposit' THEN ${sourceId}::uuid END`,
      decisionKey: decision.requestKey,
      decidedBy: actor.userId,
      decidedAt: tx.at,
      approvedBy: isApproval ? actor.userId : null,
      approvedAt: isApproval ? tx.at : null,
      version: sql`${transactions.version} + 1`,
      updatedAt: tx.at,
    })
    .where(
      and(
        sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`,
        eq(transactions.status, 'pending'),
      ),
    )
    .returning();
  if (decided.length !== rows.length) throw new Error('A locked request was decided by another');
  return decided;
}

async function tellOfDecisions(tx: Tx, actor: Actor, rows: TransactionRow[]): Promise<void> {
  await recordAudit(tx, { actor, entries: rows.map(toAuditEntry) });
  await notifyOwners(tx, rows);
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
