import pLimit from 'p-limit';
import type { AuditDetails } from '#contract/audit-actions.ts';
import type { WaitingDecision } from '#contract/review/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, restoreActor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand, runDeferredCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import {
  type AppError,
  appError,
  describeError,
  toAppError,
} from '#server/platform/runtime/errors.ts';
import { insertNotifications } from '../../notifications/service.ts';
import { forgetChoice } from '../../reconciliation/service.ts';
import { findReasonTexts, getSetting } from '../../settings/service.ts';
import type { TransactionRow } from '../../transactions/service.ts';
import {
  decide,
  decideTransactions,
  findUnchecked,
  holdDecision,
  readFacts,
  refuseUnreadable,
  validateDecision,
} from '../deciding/service.ts';
import { checkDuplicates, findSame, lockWithDuplicates } from '../duplicates/service.ts';
import { toFailedNotification } from '../events.ts';
import {
  bindKey,
  type Command,
  type DecisionInput,
  type DecisionResults,
  findDeciders,
  lockActiveSources,
  lockRequests,
} from '../queries.ts';
import { requireConfirmed } from '../step-up/service.ts';
import {
  cancelDeferred,
  claimDue,
  type DeferredRow,
  insertDeferred,
  postpone,
  selectDeferred,
} from './queries.ts';

const CLAIM_BATCH_SIZE = 64;
const MAX_PARALLEL_EXECUTIONS = 4;
/** After this many unexpected failures, a decision counts as failed, so that its request can be decided again. */
const MAX_ATTEMPTS = 20;

/** Errors that concern one request. The other errors concern the caller or the whole list. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'TRANSACTION_NOT_FOUND',
  'ALREADY_DECIDED',
  'DECISION_WAITING',
  'DECISION_UNDONE',
  'OWN_REQUEST',
  'ACCOUNT_FROZEN',
  'RECEIPT_REPLACED',
  'RECEIPT_ALREADY_APPROVED',
  'WARNING_NOT_ACKNOWLEDGED',
  'AMOUNT_OUT_OF_RANGE',
  'INSUFFICIENT_BALANCE',
  'SECOND_APPROVAL_REQUIRED',
  'TOO_MANY_APPROVALS',
  'NO_CONFIRMER',
]);

/** With `undoable`, decides one request after the undo time, and returns that time too. */
export async function decideRequests(
  deps: Deps,
  actor: Actor,
  { undoable, ...decision }: DecisionInput & { undoable?: boolean | undefined },
): Promise<{ results: DecisionResults; undoMs?: number }> {
  const [id] = decision.ids;
  if (!undoable || id === undefined) {
    return { results: await decideTransactions(deps, actor, decision) };
  }
  // A deferred decision is executed for the session that made it.
  if (actor.credential.kind === 'apiKey') {
    return { results: await decideTransactions(deps, actor, decision), undoMs: 0 };
  }
  try {
    const { undoMs } = await decideOnDesk(deps, actor, { ...decision, id });
    return { results: new Map([[id, undefined]]), undoMs };
  } catch (error) {
    return { results: new Map([[id, refusalOf(error)]]), undoMs: 0 };
  }
}

/** Returns the error of one request, and throws others again. */
export function refusalOf(error: unknown): AppError {
  const refused = toAppError(error);
  if (!refused || !REFUSALS.has(refused.code)) throw error;
  return refused;
}

export type DeskDecision = Omit<DecisionInput, 'ids'> & { id: string };

/**
 * Repeating it with the same key has no effect. Returns the undo time, 0 if it decided immediately. Throws
 * SECOND_APPROVAL_REQUIRED after it has stored a request.
 */
export async function decideOnDesk(
  deps: Deps,
  actor: Actor,
  decision: DeskDecision,
): Promise<{ undoMs: number }> {
  const { undoMs, held } = await runCommand(deps, actor, (tx) =>
    decideWithUndo(tx, actor, decision),
  );
  // Thrown after the commit, which stores the request for a second approval.
  if (held) throw held;
  return { undoMs };
}

/** Decides one request after the undo time. Throws if it is refused; `held` says that it waits for a second approval. */
export async function decideWithUndo(
  tx: Tx,
  actor: Actor,
  { id, acknowledgedIds, ...decision }: DeskDecision,
): Promise<DeskOutcome> {
  const wanted = { ...decision, ids: [id] };
  // Warnings are checked now and not when the decision is executed, so the stored decision has no acknowledged ids.
  const uncheckedIds = await findUnchecked(tx, actor, { ...wanted, acknowledgedIds });
  const command = { actor, decision: wanted, uncheckedIds };
  const isNew = await bindKey(tx, command);
  const row = await lockOpen(tx, command);
  if (!isDecidable(row)) return { undoMs: 0 };
  const [waiting] = await selectDeferred(tx.query, [id]);
  if (waiting) return { undoMs: requireSame(waiting, command) };
  await requireConfirmed(tx.query, { row, command });
  const { refused } = checkDuplicates([{ row, command }], await findSame(tx, [command], [row]));
  throwRefusal(refused);
  const held = await holdDecision(tx, { row, command });
  if (held) return { undoMs: 0, held };
  if (!isNew) throw appError('DECISION_UNDONE');
  const undoMs = 1000 * (await getSetting(tx.query, 'undoSeconds'));
  if (undoMs > 0) await deferDecision(tx, { row, command, undoMs });
  else throwRefusal(await decide(tx, command));
  return { undoMs };
}

interface DeskOutcome {
  undoMs: number;
  held?: AppError;
}

/** Throws if the request can't be decided. A returned row that is already decided was decided by this command. */
async function lockOpen(tx: Tx, command: Command): Promise<TransactionRow> {
  const [row] = await lockWithDuplicates(tx, [command]);
  const refused =
    validateDecision(row, command, await readFacts(tx, row ? [row] : [])) ??
    (row && refuseUnreadable(tx.secrets, row, command.decision));
  if (!row || refused) throw refused ?? appError('TRANSACTION_NOT_FOUND');
  return row;
}

function requireSame(waiting: DeferredRow, { actor, decision }: Command): number {
  const isSame =
    waiting.decidedBy === actor.userId && waiting.requestKey === decision.requestKey.toLowerCase();
  if (!isSame) throw appError('DECISION_WAITING', { decidedBy: waiting.deciderName });
  return waiting.undoMs;
}

async function deferDecision(
  tx: Tx,
  { row, command, undoMs }: { row: TransactionRow; command: Command; undoMs: number },
): Promise<void> {
  await requireNamed(tx, command.decision);
  await insertDeferred(tx.orm, { row, command, waitMs: undoMs });
  publishReviewEvent(tx, row.id, 'insert');
}

async function requireNamed(
  tx: Tx,
  { decision, sourceId, reasonId }: DecisionInput,
): Promise<void> {
  const sources = decision === 'approved' && sourceId ? [sourceId] : [];
  const reasons = decision === 'rejected' && reasonId ? [reasonId] : [];
  const found = await lockActiveSources(tx, sources);
  if (found.size < sources.length) throw appError('SOURCE_NOT_FOUND');
  const texts = await findReasonTexts(tx.query, reasons);
  if (texts.size < reasons.length) throw appError('REASON_NOT_FOUND');
}

function throwRefusal(results: DecisionResults): void {
  for (const refused of results.values()) if (refused) throw refused;
}

/** Does nothing if there is no deferred decision. Throws ALREADY_DECIDED or TRANSACTION_NOT_FOUND. */
export async function undoDecision(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const [row] = await lockRequests(tx, [id]);
    if (!row) throw appError('TRANSACTION_NOT_FOUND');
    const taken = await cancelDeferred(tx.query, { transactionId: id, decidedBy: actor.userId });
    if (taken) {
      forgetChoice(tx, id);
      await recordAudit(tx, { actor, entries: [toAuditEntry('transaction.undo', row, {})] });
      publishReviewEvent(tx, id, 'delete');
    }
    if (isDecidable(row)) return;
    const decidedBy = (await findDeciders(tx, [row])).get(row.decidedBy ?? '') ?? null;
    throw appError('ALREADY_DECIDED', { status: toShownStatus(row), decidedBy });
  });
}

/**
 * Executes the deferred decisions that are due, each once, even if several servers run this. Gives up decisions that can't
 * be executed or whose administrator has lost the right, and notifies the administrator. Postpones an approval whose
 * account number cannot be opened.
 */
export async function executeDueDecisions(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const inTurn = pLimit(MAX_PARALLEL_EXECUTIONS);
  for (;;) {
    const due = await claimDue(deps.db.query, CLAIM_BATCH_SIZE);
    await Promise.all(due.map((waiting) => inTurn(() => executeDue(deps, waiting))));
    if (due.length < CLAIM_BATCH_SIZE) return;
  }
}

async function executeDue(deps: Pick<Deps, 'db' | 'log'>, waiting: DeferredRow): Promise<void> {
  try {
    await attempt(deps, waiting);
  } catch (error) {
    const refused = toAppError(error);
    if (refused?.code === 'UNAVAILABLE' && (await postpone(deps.db.query, waiting))) return;
    const isHopeless = waiting.attempts >= MAX_ATTEMPTS;
    if (!refused && !isHopeless) throw error;
    deps.log.warn(
      { error: describeError(error) },
      'review: executing a deferred decision failed, giving up',
    );
    await attempt(deps, waiting, refused ?? appError('INTERNAL'));
  }
}

async function attempt(
  deps: Pick<Deps, 'db'>,
  waiting: DeferredRow,
  known?: AppError,
): Promise<void> {
  const command = toCommand(waiting);
  const { transactionId } = waiting;
  await runDeferredCommand(deps, command.actor, async (tx, forbidden) => {
    if (!known) await bindKey(tx, command);
    const [row] = await lockWithDuplicates(tx, [command]);
    // It was undone meanwhile, or another server executed it.
    if (!(await cancelDeferred(tx.query, waiting))) return;
    const refused = known ?? forbidden ?? (await decide(tx, command)).get(transactionId);
    // The rollback keeps the decision.
    if (refused?.code === 'UNAVAILABLE' && !known) throw refused;
    publishReviewEvent(tx, transactionId, 'delete');
    if (refused) await failDecision(tx, { waiting, row, refused });
  });
}

function toCommand(waiting: DeferredRow): Command {
  const { decidedBy, deciderName, sessionId, ip, transactionId, decision, requestKey } = waiting;
  const actor = restoreActor({
    ...({ role: 'admin', access: 'admin', permission: 'requests:decide' } as const),
    // Unused: the stored one is read in the transaction.
    adminRole: 'reviewer',
    ...{ userId: decidedBy, username: deciderName ?? '', ip },
    // API keys can't defer decisions.
    credential: { kind: 'session', id: sessionId },
  });
  const said = {
    notes: waiting.notes ?? undefined,
    sourceId: waiting.sourceId ?? undefined,
    reasonId: waiting.reasonId ?? undefined,
    confirmedDuplicateIds: waiting.confirmedDuplicateIds ?? undefined,
  };
  const seenReceipts = [{ id: transactionId, receiptUrl: waiting.receiptUrl }];
  return {
    actor,
    decision: { ids: [transactionId], decision, requestKey, ...said, seenReceipts },
  };
}

type FailedDecision = { waiting: DeferredRow; row: TransactionRow | undefined; refused: AppError };

async function failDecision(tx: Tx, { waiting, row, refused }: FailedDecision): Promise<void> {
  const after = { decision: waiting.decision, becauseOf: refused.code };
  const actor = toCommand(waiting).actor;
  if (row) {
    forgetChoice(tx, row.id);
    await recordAudit(tx, { actor, entries: [toAuditEntry('transaction.drop', row, after)] });
  }
  // The administrator's account was deleted: skip the notification.
  if (waiting.deciderName === null) return;
  insertNotifications(tx, [toFailedNotification(waiting.decidedBy, row, refused)]);
}

function toAuditEntry(
  action: 'transaction.undo' | 'transaction.drop',
  row: TransactionRow,
  after: AuditDetails<'transaction.drop'>,
) {
  const { id, userId: chainId, status } = row;
  const subject = { chainId, entity: 'transaction', entityId: id } as const;
  return { ...subject, action, before: { status }, after };
}

function publishReviewEvent(tx: Tx, id: string, op: 'insert' | 'delete'): void {
  publish(tx, [{ forAdmins: true, payload: { entity: 'review', op, id } }]);
}

export async function findDeferredDecisions(
  { db }: Pick<Deps, 'db'>,
  reader: UserId,
  ids: readonly string[],
): Promise<Map<string, WaitingDecision>> {
  const rows = ids.length > 0 ? await selectDeferred(db.query, ids) : [];
  return new Map(
    rows.map(({ transactionId, decidedBy, deciderName, decision, undoMs }) => [
      transactionId,
      { decision, undoMs, decidedBy: deciderName ?? '', isOwn: decidedBy === reader },
    ]),
  );
}
