import pLimit from 'p-limit';
import type { UserId } from '#contract/base.ts';
import type { WaitingDecision } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { runCommand, runKeptCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { type AppError, appError, describeError, toAppError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import { type Actor, recallActor } from '#server/lib/gate.ts';
import { insertNotifications } from '../notifications/service.ts';
import { findReasonTexts, getUndoSeconds } from '../settings/service.ts';
import type { TransactionRow } from '../transactions/service.ts';
import { toDroppedNotification } from './notices.ts';
import {
  bindKey,
  type Command,
  type Decision,
  findDeciders,
  lockActiveSources,
  lockRequests,
} from './queries.ts';
import { decide, refusal } from './service.ts';
import {
  insertWaiting,
  selectWaiting,
  takeDue,
  takeWaiting,
  type WaitingRow,
} from './waiting-queries.ts';

const TAKEN_AT_ONCE = 64;
const CARRIED_OUT_AT_ONCE = 4;
/** What fails so often for no known reason is dropped: its request is decided anew. */
const MAX_ATTEMPTS = 20;

/** A decision of one request, made on the desk. */
export type DeskDecision = Omit<Decision, 'ids'> & { id: string };

/**
 * Decides a request once the time in which that can be undone is over, or at once where that is switched
 * off; returns for how long it can be undone. Sent again with its key it has no second effect. Throws
 * TRANSACTION_NOT_FOUND, ALREADY_DECIDED, DECISION_WAITING, DECISION_UNDONE, OWN_REQUEST, SOURCE_NOT_FOUND,
 * REASON_NOT_FOUND, IDEMPOTENCY_CONFLICT, and when it decides at once AMOUNT_OUT_OF_RANGE or INSUFFICIENT_BALANCE.
 */
export async function decideOnDesk(
  deps: Deps,
  actor: Actor,
  { id, ...decision }: DeskDecision,
): Promise<{ undoMs: number }> {
  const command = { actor, decision: { ...decision, ids: [id] } };
  return runCommand(deps, actor, async (tx) => {
    const isNew = await bindKey(tx, command);
    const row = await lockOpen(tx, command);
    if (!isDecidable(row)) return { undoMs: 0 };
    const [waiting] = await selectWaiting(tx.query, [id]);
    if (waiting) return { undoMs: requireSame(waiting, command) };
    if (!isNew) throw appError('DECISION_UNDONE');
    const undoMs = 1000 * (await getUndoSeconds(tx.query));
    if (undoMs > 0) await keepWaiting(tx, { row, command, undoMs });
    else throwRefusal(await decide(tx, command));
    return { undoMs };
  });
}

/** Locks the request of a decision. Throws why it can't be made; a row that is decided was decided by it. */
async function lockOpen(tx: Tx, command: Command): Promise<TransactionRow> {
  const [row] = await lockRequests(tx, command.decision.ids);
  const refused = refusal(row, command, await findDeciders(tx, row ? [row] : []));
  if (!row || refused) throw refused ?? appError('TRANSACTION_NOT_FOUND');
  return row;
}

/** How long the same decision, sent before, can still be undone. Throws DECISION_WAITING for another. */
function requireSame(waiting: WaitingRow, { actor, decision }: Command): number {
  const isSame =
    waiting.decidedBy === actor.userId && waiting.requestKey === decision.requestKey.toLowerCase();
  if (!isSame) throw appError('DECISION_WAITING', { decidedBy: waiting.deciderName });
  return waiting.undoMs;
}

async function keepWaiting(
  tx: Tx,
  { row, command, undoMs }: { row: TransactionRow; command: Command; undoMs: number },
): Promise<void> {
  await requireNamed(tx, command.decision);
  await insertWaiting(tx.query, { row, command, waitMs: undoMs });
  tellDesks(tx, row.id, 'insert');
}

/** Throws SOURCE_NOT_FOUND or REASON_NOT_FOUND when the decision names one that is not on offer. */
async function requireNamed(tx: Tx, { decision, sourceId, reasonId }: Decision): Promise<void> {
  const sources = decision === 'approved' && sourceId ? [sourceId] : [];
  const reasons = decision === 'rejected' && reasonId ? [reasonId] : [];
  const found = await lockActiveSources(tx, sources);
  if (found.size < sources.length) throw appError('SOURCE_NOT_FOUND');
  const texts = await findReasonTexts(tx.query, reasons);
  if (texts.size < reasons.length) throw appError('REASON_NOT_FOUND');
}

function throwRefusal(outcomes: Awaited<ReturnType<typeof decide>>): void {
  for (const refused of outcomes.values()) if (refused) throw refused;
}

/**
 * Takes an own decision back, so that its request waits as before. Nothing is done when none waits. Throws
 * ALREADY_DECIDED when the request is decided, TRANSACTION_NOT_FOUND when it is gone.
 */
export async function undoDecision(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const [row] = await lockRequests(tx, [id]);
    if (!row) throw appError('TRANSACTION_NOT_FOUND');
    const taken = await takeWaiting(tx.query, { transactionId: id, decidedBy: actor.userId });
    if (taken) {
      await recordAudit(tx, { actor, entries: [toAuditEntry('transaction.undo', row, {})] });
      tellDesks(tx, id, 'delete');
    }
    if (isDecidable(row)) return;
    const decidedBy = (await findDeciders(tx, [row])).get(row.decidedBy ?? '') ?? null;
    throw appError('ALREADY_DECIDED', { status: row.status, decidedBy });
  });
}

/**
 * Carries out the decisions whose time to be undone is over: each once, whichever servers try, and none whose
 * maker may not decide any more. Whoever made one that can't be carried out is told.
 */
export async function carryOutDecisions(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const inTurn = pLimit(CARRIED_OUT_AT_ONCE);
  for (;;) {
    const due = await takeDue(deps.db.query, TAKEN_AT_ONCE);
    await Promise.all(due.map((waiting) => inTurn(() => carryOut(deps, waiting))));
    if (due.length < TAKEN_AT_ONCE) return;
  }
}

async function carryOut(deps: Pick<Deps, 'db' | 'log'>, waiting: WaitingRow): Promise<void> {
  try {
    await attempt(deps, waiting);
  } catch (error) {
    const refused = toAppError(error);
    const isHopeless = waiting.attempts >= MAX_ATTEMPTS;
    if (!refused && !isHopeless) throw error;
    deps.log.warn({ error: describeError(error) }, 'a decision could not be carried out');
    await attempt(deps, waiting, refused ?? appError('INTERNAL'));
  }
}

/** Makes the decision, or with what keeps it from being made, tells its maker. */
async function attempt(
  deps: Pick<Deps, 'db'>,
  waiting: WaitingRow,
  known?: AppError,
): Promise<void> {
  const command = toCommand(waiting);
  const { transactionId } = waiting;
  await runKeptCommand(deps, command.actor, async (tx, forbidden) => {
    if (!known) await bindKey(tx, command);
    const [row] = await lockRequests(tx, [transactionId]);
    // Undone in the meantime, or carried out by another server.
    if (!(await takeWaiting(tx.query, waiting))) return;
    const refused = known ?? forbidden ?? (await decide(tx, command)).get(transactionId);
    tellDesks(tx, transactionId, 'delete');
    if (refused) await drop(tx, { waiting, row, refused });
  });
}

function toCommand(waiting: WaitingRow): Command {
  const { decidedBy, deciderName, sessionId, ip, transactionId, decision, requestKey } = waiting;
  const actor = recallActor({
    ...({ role: 'admin', access: 'admin' } as const),
    ...{ userId: decidedBy, username: deciderName ?? '', ip },
    // The desk is for people: no key may make a decision that waits.
    proof: { kind: 'session', id: sessionId },
  });
  const said = {
    notes: waiting.notes ?? undefined,
    sourceId: waiting.sourceId ?? undefined,
    reasonId: waiting.reasonId ?? undefined,
  };
  return { actor, decision: { ids: [transactionId], decision, requestKey, ...said } };
}

type Dropped = { waiting: WaitingRow; row: TransactionRow | undefined; refused: AppError };

async function drop(tx: Tx, { waiting, row, refused }: Dropped): Promise<void> {
  const after = { decision: waiting.decision, becauseOf: refused.code };
  const actor = toCommand(waiting).actor;
  if (row) {
    await recordAudit(tx, { actor, entries: [toAuditEntry('transaction.drop', row, after)] });
  }
  // Of an account that is gone nobody is there to be told.
  if (waiting.deciderName === null) return;
  insertNotifications(tx, [toDroppedNotification(waiting.decidedBy, row, refused)]);
}

function toAuditEntry(action: string, row: TransactionRow, after: object) {
  const { id, userId: chainId, status } = row;
  return { chainId, action, entity: 'transaction', entityId: id, before: { status }, after };
}

function tellDesks(tx: Tx, id: string, op: 'insert' | 'delete'): void {
  publish(tx, [{ forAdmins: true, payload: { entity: 'review', op, id } }]);
}

/** What waits for each of these requests, as an administrator sees it. */
export async function findWaiting(
  { db }: Pick<Deps, 'db'>,
  reader: UserId,
  ids: readonly string[],
): Promise<Map<string, WaitingDecision>> {
  const rows = ids.length > 0 ? await selectWaiting(db.query, ids) : [];
  return new Map(
    rows.map(({ transactionId, decidedBy, deciderName, decision, undoMs }) => [
      transactionId,
      { decision, undoMs, decidedBy: deciderName ?? '', isOwn: decidedBy === reader },
    ]),
  );
}
