import type { WaitingDecision } from '#contract/review/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { type AppError, appError, toAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { type Refused, refuseEach, runStages } from '#server/platform/commands/stages.ts';
import { getSetting } from '../settings/settings.ts';
import { takeMatches } from '../statements/accept-matches.ts';
import { refuseCredited } from '../transactions/refuse-credited.ts';
import { refuseDuplicates } from '../transactions/refuse-duplicates.ts';
import { refuseUnconfirmed, refuseUnnamed } from './check-lists.ts';
import { refuseInvalid, refuseUnreadable } from './check-requests.ts';
import { freeKeys, type KeyUse } from './decide.queries.ts';
import { decide, decideTransactions, findUnchecked, planDecisions } from './decide.ts';
import { holdForSecond, readApprovals } from './decision-approvals.ts';
import type {
  Command,
  DecisionInput,
  DecisionResults,
  DecisionStage,
  PlannedDecision,
} from './decisions.ts';
import { type DeferredRow, insertDeferred, selectDeferred } from './defer-decisions.queries.ts';
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
  'PAYMENT_ALREADY_CREDITED',
  'STATEMENT_LINE_USED',
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
  const { keys, ...start } = await planDecisions(tx, commands);
  const times: number[] = [];
  const { refused } = await runStages<PlannedDecision, string | Command>(tx, start, [
    refuseInvalid,
    refuseUnreadable,
    refuseOtherWaiting(times),
    refuseUnconfirmed,
    readApprovals,
    refuseDuplicates,
    takeMatches,
    refuseCredited,
    holdForSecond,
    async (_, planned) =>
      refuseEach(planned, ({ command }) =>
        keys.get(command) === 'new' ? undefined : appError('DECISION_UNDONE'),
      ),
    refuseUnnamed,
    deferOrDecide(times),
  ]);
  for (const command of commands) {
    const error = refused.get(command);
    if (error) throw error;
  }
  const ofRequests = new Map(
    [...refused].filter((one): one is [string, AppError] => typeof one[0] === 'string'),
  );
  freeKeys(
    tx,
    commands.filter((command) => isToForget(command, { keys, refused: ofRequests })),
  );
  return { undoMs: Math.max(0, ...times), refused: ofRequests };
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
    actor,
    uncheckedIds,
    decision: { ...said, ids: [id], requestKey: keyOf(id) },
  }));
}

/** Whether a refused decision may be made again with its key. */
function isToForget(
  command: Command,
  { keys, refused }: { keys: ReadonlyMap<Command, KeyUse>; refused: Map<string, AppError> },
): boolean {
  const refusal = refused.get(command.decision.ids[0] ?? '');
  return keys.get(command) === 'new' && refusal !== undefined && !isHeld(refusal);
}

/**
 * Returns a stage that refuses, with DECISION_WAITING, requests for which another decision waits. Drops those for which the same
 * decision waits, and adds their undo times to `times`.
 */
const refuseOtherWaiting =
  (times: number[]): DecisionStage =>
  async (tx, planned) => {
    const ids = planned.map(({ row }) => row.id);
    const waiting = new Map(
      (await selectDeferred(tx.query, ids)).map((one) => [one.transactionId, one]),
    );
    const isSame = ({ decidedBy, requestKey }: DeferredRow, { actor, decision }: Command) =>
      decidedBy === actor.userId && requestKey === decision.requestKey.toLowerCase();
    const { planned: passed, refused } = refuseEach(planned, ({ row, command }) => {
      const other = waiting.get(row.id);
      if (!other || isSame(other, command)) return undefined;
      return appError('DECISION_WAITING', { decidedBy: other.deciderName });
    });
    for (const { row } of passed) times.push(waiting.get(row.id)?.undoMs ?? 0);
    return { planned: passed.filter(({ row }) => !waiting.has(row.id)), refused };
  };

/** Returns a stage that stores the decisions, and adds the undo time to `times`. If that time is 0, it makes them. */
const deferOrDecide =
  (times: number[]): DecisionStage =>
  async (tx, planned) => {
    const undoMs = 1000 * (await getSetting(tx.query, 'undoSeconds'));
    times.push(undoMs);
    if (undoMs === 0) return { planned: [], refused: await decideEach(tx, planned) };
    await insertDeferred(tx.orm, { planned, waitMs: undoMs });
    publishReviewEvents(
      tx,
      planned.map(({ row }) => row.id),
      'insert',
    );
    return { planned: [...planned], refused: new Map() };
  };

async function decideEach(tx: Tx, planned: readonly PlannedDecision[]): Promise<Refused> {
  const refused: Refused = new Map();
  for (const { command } of planned) {
    for (const [id, refusal] of await decide(tx, command)) if (refusal) refused.set(id, refusal);
  }
  return refused;
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
