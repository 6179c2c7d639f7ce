export { expediteDecisions } from './defer-decisions.queries.ts';

import type { WaitingDecision } from '#contract/review/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { isDecidable } from '#contract/transactions/rules.ts';
import { type AppError, appError, toAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { findReasonTexts } from '../settings/reasons.ts';
import { getSetting } from '../settings/settings.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import {
  bindKeys,
  type Command,
  type DecisionInput,
  type DecisionResults,
  freeKeys,
  type KeyUse,
  lockActiveSources,
  type PlannedDecision,
} from './decide.queries.ts';
import {
  decide,
  decideTransactions,
  findUnchecked,
  holdDecisions,
  readFacts,
  refuseUnreadable,
  validateDecision,
} from './decide.ts';
import { type DeferredRow, insertDeferred, selectDeferred } from './defer-decisions.queries.ts';
import { checkDuplicates, findSame, lockWithDuplicates } from './refuse-duplicates.ts';
import { findUnconfirmed } from './require-confirmation.ts';
import { publishReviewEvents } from './undo-decision.ts';

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
function refusalOf(error: unknown): AppError {
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
  { id: given, ...decision }: DeskDecision,
): Promise<{ undoMs: number }> {
  const id = given.toLowerCase();
  const { undoMs, held } = await runCommand(deps, actor, async (tx) => {
    const wanted = { ...decision, ids: [id] };
    const { undoMs, refused } = await deferDecisions(tx, actor, wanted);
    const refusal = refused.get(id);
    if (refusal && !isHeld(refusal)) throw refusal;
    return { undoMs, held: refusal };
  });
  // Thrown after the commit, which stores the request for a second approval.
  if (held) throw held;
  return { undoMs };
}

/** Whether the refused approval waits for a second administrator. */
export const isHeld = ({ code }: AppError) => code === 'SECOND_APPROVAL_REQUIRED';

interface Deferral {
  /** The longest undo time that is left, 0 if nothing can be undone. */
  undoMs: number;
  /** By request. */
  refused: Map<string, AppError>;
}

/**
 * Defers the decision on each request until the undo time is over. If that time is 0, decides them. Throws errors that
 * concern the whole list. `keyOf` returns the key of a request's decision.
 */
export async function deferDecisions(
  tx: Tx,
  actor: Actor,
  decision: DecisionInput,
  keyOf = (_id: string) => decision.requestKey,
): Promise<Deferral> {
  const commands = await toCommands(tx, { actor, decision }, keyOf);
  const keys = await bindKeys(tx, commands);
  if ([...keys.values()].includes('conflict')) throw appError('IDEMPOTENCY_CONFLICT');
  const { open, rows, ...found } = await findOpen(tx, commands);
  const [unconfirmed] = (await findUnconfirmed(tx.query, open)).values();
  if (unconfirmed) throw unconfirmed;
  const { planned, refused } = checkDuplicates(open, await findSame(tx, commands, rows));
  const held = await holdDecisions(tx, planned);
  const isUndone = ({ row, command }: PlannedDecision) =>
    !held.has(row.id) && keys.get(command) !== 'new';
  const undone = planned.filter(isUndone).map(({ row }) => row.id);
  const fresh = planned.filter((one) => !held.has(one.row.id) && !isUndone(one));
  const undoMs = fresh.length > 0 ? 1000 * (await getSetting(tx.query, 'undoSeconds')) : 0;
  const applied = undoMs > 0 ? await storeDeferred(tx, fresh, undoMs) : await decideAll(tx, fresh);
  const refusals = new Map([
    ...found.refused,
    ...refused,
    ...held,
    ...undone.map((id) => [id, appError('DECISION_UNDONE')] as const),
    ...applied,
  ]);
  freeKeys(
    tx,
    commands.filter((command) => isToForget(command, { keys, refusals })),
  );
  return { undoMs: Math.max(undoMs, found.undoMs), refused: refusals };
}

/** Warnings are checked now and not when a decision is executed, so a stored decision has no acknowledged ids. */
async function toCommands(
  tx: Tx,
  { actor, decision }: { actor: Actor; decision: DecisionInput },
  keyOf: (id: string) => string,
): Promise<Command[]> {
  const uncheckedIds = await findUnchecked(tx, actor, decision);
  const { acknowledgedIds: _, ...said } = decision;
  return decision.ids.map((id) => ({
    ...{ actor, uncheckedIds },
    decision: { ...said, ids: [id], requestKey: keyOf(id) },
  }));
}

/** Whether a refused decision may be made again with its key. */
function isToForget(
  command: Command,
  { keys, refusals }: { keys: Map<Command, KeyUse>; refusals: Map<string, AppError> },
): boolean {
  const refusal = refusals.get(command.decision.ids[0] ?? '');
  return keys.get(command) === 'new' && refusal !== undefined && !isHeld(refusal);
}

interface Open extends Deferral {
  rows: TransactionRow[];
  open: PlannedDecision[];
}

/** Locks the requests. Returns which can be decided; those that these commands decided or deferred are neither open nor refused. */
async function findOpen(tx: Tx, commands: readonly Command[]): Promise<Open> {
  const rows = await lockWithDuplicates(tx, commands);
  const facts = await readFacts(tx, rows);
  const found = new Map(rows.map((row) => [row.id, row]));
  const deferred = await selectDeferred(tx.query, [...found.keys()]);
  const waiting = new Map(deferred.map((one) => [one.transactionId, one]));
  const result: Open = { rows, open: [], refused: new Map(), undoMs: 0 };
  for (const command of commands) {
    const [id = ''] = command.decision.ids;
    const row = found.get(id);
    const deferred = waiting.get(id);
    const refused =
      validateDecision(row, command, facts) ??
      (row && refuseUnreadable(tx.secrets, row, command.decision)) ??
      (row && isDecidable(row) && deferred && refuseOther(deferred, command));
    if (refused) result.refused.set(id, refused);
    else if (deferred) result.undoMs = Math.max(result.undoMs, deferred.undoMs);
    else if (row && isDecidable(row)) result.open.push({ row, command });
  }
  return result;
}

/** Returns DECISION_WAITING if the deferred decision is another one. */
function refuseOther(waiting: DeferredRow, { actor, decision }: Command): AppError | undefined {
  const isSame =
    waiting.decidedBy === actor.userId && waiting.requestKey === decision.requestKey.toLowerCase();
  return isSame ? undefined : appError('DECISION_WAITING', { decidedBy: waiting.deciderName });
}

async function storeDeferred(
  tx: Tx,
  planned: readonly PlannedDecision[],
  waitMs: number,
): Promise<Map<string, AppError>> {
  await requireNamed(
    tx,
    planned.map(({ command }) => command.decision),
  );
  await insertDeferred(tx.orm, { planned, waitMs });
  publishReviewEvents(
    tx,
    planned.map(({ row }) => row.id),
    'insert',
  );
  return new Map();
}

async function decideAll(
  tx: Tx,
  planned: readonly PlannedDecision[],
): Promise<Map<string, AppError>> {
  const refused = new Map<string, AppError>();
  for (const { command } of planned) {
    for (const [id, refusal] of await decide(tx, command)) if (refusal) refused.set(id, refusal);
  }
  return refused;
}

async function requireNamed(tx: Tx, decisions: readonly DecisionInput[]): Promise<void> {
  const idsOf = (outcome: DecisionInput['decision'], key: 'sourceId' | 'reasonId') => [
    ...new Set(decisions.flatMap((one) => (one.decision === outcome && one[key]) || [])),
  ];
  const sources = idsOf('approved', 'sourceId');
  const reasons = idsOf('rejected', 'reasonId');
  const found = await lockActiveSources(tx, sources);
  if (found.size < sources.length) throw appError('SOURCE_NOT_FOUND');
  const texts = await findReasonTexts(tx.query, reasons);
  if (texts.size < reasons.length) throw appError('REASON_NOT_FOUND');
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
