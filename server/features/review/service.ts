import { transactionId, userId } from '#contract/base.ts';
import { toPaise } from '#contract/money.ts';
import { isDecidable } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { releaseHolds } from '#server/ledger/holds.ts';
import { type Posting, postToLedger } from '#server/ledger/post.ts';
import { lockWallets } from '#server/ledger/wallets.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { batchCommand } from '#server/lib/batched-command.ts';
import { runCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { type AppError, appError } from '#server/lib/errors.ts';
import { type OutboxEvent, publish } from '#server/lib/events/outbox.ts';
import type { Actor } from '#server/lib/gate.ts';
import { insertNotifications } from '../notifications/service.ts';
import { getReasonTexts } from '../settings/service.ts';
import {
  DEFAULT_DECIDER,
  findWarnings,
  type TransactionRow,
  toTransactionEvent,
} from '../transactions/service.ts';
import { announce, toAnnouncement } from '../webhooks/service.ts';
import { toNotification } from './notices.ts';
import {
  bindKeys,
  type Command,
  type Decision,
  decided,
  findDeciders,
  lockRequests,
  markDecided,
  type Names,
  requireSources,
  type Verdict,
} from './queries.ts';

/** By id: undefined where the decision stands, or why this transaction could not be decided. */
type Outcomes = Map<string, AppError | undefined>;

/** A longer list is a transaction of its own: its neighbours would wait for it. */
const LONGEST_TOGETHER = 20;

/**
 * Approves or rejects pending requests: in one transaction the statuses, the ledger, the holds, the
 * notifications, the audit records and the events, or nothing. Requests that can't be decided are left
 * as they are and named in the outcomes: TRANSACTION_NOT_FOUND, ALREADY_DECIDED, OWN_REQUEST,
 * WARNING_NOT_ACKNOWLEDGED, AMOUNT_OUT_OF_RANGE or INSUFFICIENT_BALANCE. A decision that its maker repeats with the same key succeeds
 * again, without effect. Throws SOURCE_NOT_FOUND, REASON_NOT_FOUND or IDEMPOTENCY_CONFLICT for the whole list.
 */
export async function decideTransactions(
  deps: Deps,
  actor: Actor,
  decision: Decision,
): Promise<Outcomes> {
  const ids = [...new Set(decision.ids.map((id) => id.toLowerCase()))];
  const uncheckedIds = await findUnchecked(deps, actor, { ...decision, ids });
  const command = { actor, decision: { ...decision, ids }, uncheckedIds };
  if (ids.length <= LONGEST_TOGETHER) return decideTogether(deps, command);
  const [outcomes = new Map()] = await runCommand(deps, actor, (tx) => decide(tx, [command]));
  return outcomes;
}

/** Returns the pending requests of an approval that have warnings which it does not acknowledge. */
async function findUnchecked(
  { db }: Deps,
  actor: Actor,
  { ids, decision, acknowledgedIds }: Decision,
): Promise<Set<string>> {
  if (decision === 'rejected' || !acknowledgedIds) return new Set();
  const checked = new Set(acknowledgedIds);
  const others = ids.filter((id) => !checked.has(id));
  const warnings = await findWarnings(db.query, actor.userId, others);
  return new Set(others.filter((id) => (warnings.get(id)?.length ?? 0) > 0));
}

const decideTogether = batchCommand<Command, Outcomes>({
  name: 'decision',
  work: decide,
  keysOf: ({ actor, decision }) => [
    `${actor.userId} ${decision.requestKey.toLowerCase()}`,
    ...decision.ids,
  ],
});

/** Makes decisions that name no request twice, with the outcomes of each. */
export async function decide(tx: Tx, commands: readonly Command[]): Promise<Outcomes[]> {
  const ids = commands.flatMap(({ decision }) => decision.ids);
  const [, rows] = await Promise.all([bindKeys(tx, commands), lockRequests(tx, ids)]);
  const deciders = await findDeciders(tx, rows);
  const found = new Map(rows.map((row) => [row.id, row]));
  const reasons = await getReasonTexts(tx.query, commands.flatMap(reasonIdOf));
  const verdicts: Verdict[] = [];
  const outcomes = commands.map((command): Outcomes => {
    const refusals = command.decision.ids.map((id) => {
      const row = found.get(id);
      const refused = refusal(row, command, deciders);
      if (row && isDecidable(row) && !refused) {
        const [reasonId = ''] = reasonIdOf(command);
        verdicts.push({ row, command, reason: reasons.get(reasonId) });
      }
      return [id, refused] as const;
    });
    return new Map(refusals);
  });
  const refused = await applyVerdicts(tx, verdicts);
  return outcomes.map((one) => new Map([...one].map(([id, was]) => [id, refused.get(id) ?? was])));
}

/** Undefined when the row is still to be decided, or when this very decision was made before. */
export function refusal(
  row: TransactionRow | undefined,
  { actor, decision, uncheckedIds }: Command,
  deciders: Names,
): AppError | undefined {
  if (!row) return appError('TRANSACTION_NOT_FOUND');
  const isOwn = row.userId === actor.userId && decision.decision === 'approved';
  if (isOwn && isDecidable(row)) return appError('OWN_REQUEST');
  if (uncheckedIds?.has(row.id) && isDecidable(row)) return appError('WARNING_NOT_ACKNOWLEDGED');
  const isReplay =
    row.decisionKey === decision.requestKey.toLowerCase() &&
    row.decidedBy === actor.userId &&
    row.status === decision.decision;
  if (isDecidable(row) || isReplay) return undefined;
  const decidedBy = deciders.get(row.decidedBy ?? '') ?? DEFAULT_DECIDER;
  return appError('ALREADY_DECIDED', { status: row.status, decidedBy });
}

/** Returns those that a wallet can't take, by id. */
async function applyVerdicts(tx: Tx, verdicts: Verdict[]): Promise<Map<string, AppError>> {
  if (verdicts.length === 0) return new Map();
  const approved = verdicts.filter(isApproval);
  await requireSources(
    tx,
    approved.flatMap(({ command }) => command.decision.sourceId ?? []),
  );
  const rejected = verdicts.filter((verdict) => !isApproval(verdict)).map(({ row }) => row);
  const released = rejected.filter(isWithdrawal);
  // In one order of users, whichever of the two it is for.
  if (approved.length > 0 && released.length > 0) {
    await lockWallets(tx, [...approved.map(({ row }) => row), ...released].map(ownerOf));
  }
  await releaseHolds(tx, released.map(toRelease));
  const refused = new Map<string, AppError>();
  if (approved.length > 0) {
    const postings = approved.map(({ row }) => toPosting(row));
    for (const { posting, error } of await postToLedger(tx, postings)) {
      refused.set(posting.transactionId, error);
    }
  }
  const accepted = verdicts.filter(({ row }) => !refused.has(row.id));
  if (accepted.length > 0) await keepDecisions(tx, decided(accepted, tx.at));
  return refused;
}

/** The canned reason that counts: an approval has none. */
const reasonIdOf = ({ decision: { decision, reasonId } }: Command) =>
  decision === 'rejected' && reasonId ? [reasonId] : [];
const isApproval = ({ command }: Verdict) => command.decision.decision === 'approved';
const ownerOf = (row: TransactionRow) => userId.parse(row.userId);
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

async function keepDecisions(tx: Tx, verdicts: Verdict[]): Promise<void> {
  const deeds = verdicts.map(({ command, row }) => ({
    actor: command.actor,
    entries: [toAuditEntry(row)],
  }));
  const [rows] = await Promise.all([
    markDecided(
      tx,
      verdicts.map(({ row }) => row),
    ),
    recordAudit(tx, deeds),
  ]);
  insertNotifications(tx, rows.map(toNotification));
  announce(tx, rows.map(toAnnouncement));
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
  publish(tx, events);
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
