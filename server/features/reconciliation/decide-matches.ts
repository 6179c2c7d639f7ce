import { createHash } from 'node:crypto';
import type { MatchResult } from '#contract/reconciliation/schema.ts';
import { formatRupees, toPaise } from '#contract/shared/money.ts';
import { isDecidable, isRefused } from '#contract/transactions/states.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { movePayments } from '#server/ledger/credit-payments.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { findDeferred } from '../review/check-requests.ts';
import { decide, findUnchecked } from '../review/decide.ts';
import type { DecisionInput } from '../review/decisions.ts';
import { deferDecisions, isHeld } from '../review/defer-decisions.ts';
import { getSetting } from '../settings/settings.ts';
import {
  type Accepted,
  acceptMatches,
  changeProposal,
  choose,
  forgetChoices,
  freeOf,
  insertManual,
  isManual,
  type Lines,
  lockLines,
  lockLinesToDecide,
  type MatchRow,
  publishMatches,
  selectMatches,
  selectMatchesOf,
  sumOf,
  taker,
  toMatchedLines,
} from '../statements/accept-matches.ts';
import { lockWithDuplicates } from '../transactions/lock-requests.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

type Refusals = Map<string, AppError | undefined>;
/** Receipts and warnings that the administrator saw and confirmed, as in `review.decide`. */
type Seen = Pick<
  DecisionInput,
  'acknowledgedIds' | 'confirmedDuplicateIds' | 'differentPayments' | 'seenReceipts'
>;

interface Acceptance extends Seen {
  ids: string[];
  undoable?: boolean | undefined;
  requestKey: string;
}

/**
 * Accepts proposals and approves their requests, with a refusal for each that was not. A request that was approved before
 * only gets its money as evidence. With `undoable`, the approvals wait for the undo time.
 */
export async function acceptProposals(
  deps: Deps,
  actor: Actor,
  { ids, undoable = false, ...given }: Acceptance,
): Promise<{ results: MatchResult[]; undoMs?: number }> {
  const unique = [...new Set(ids)];
  return runCommand(deps, actor, async (tx) => {
    // The decision of an API key can't be undone.
    const canUndo = undoable && actor.credential.kind !== 'apiKey';
    const isDeferred = canUndo && (await getSetting(tx.query, 'undoSeconds')) > 0;
    const { matches, ...found } = await lockProposals(tx, actor, unique);
    const taken = await takeMoney(tx, { ...found, actor, isDeferred });
    const undoMs = await (isDeferred ? deferTaken : decideTaken)(tx, taken, { actor, ...given });
    const results = toResults(unique, matches, taken.refused);
    return { results, ...(undoable && { undoMs }) };
  });
}

function toResults(ids: string[], matches: MatchRow[], refused: Refusals): MatchResult[] {
  const requests = new Map(
    matches.flatMap((match) => (match.state === 'undone' ? [] : [[match.id, match.requestId]])),
  );
  return ids.map((id) => {
    const requestId = requests.get(id);
    return toResult(id, requestId ? refused.get(requestId) : appError('MATCH_NOT_FOUND'));
  });
}

function toResult(id: string, refused: AppError | undefined): MatchResult {
  return { id, ...(refused && { refusal: { code: refused.code, data: refused.data } }) };
}

/** Locks the requests and lines of proposals. */
async function lockProposals(
  tx: Tx,
  actor: Actor,
  ids: string[],
): Promise<Omit<Taking, 'actor' | 'isDeferred'> & { matches: MatchRow[] }> {
  const seen = await selectMatches(tx.query, ids);
  const requestIds = [...new Set(seen.flatMap(({ requestId }) => requestId ?? []))];
  const requests = await lockForApproval(tx, requestIds);
  const lines = await lockLinesToDecide(
    tx,
    actor,
    seen.map(({ lineId }) => lineId),
  );
  // Again: a concurrent command may have changed them before the lock.
  const matches = await selectMatches(tx.query, ids);
  return {
    requests,
    lines,
    matches,
    proposed: matches.filter(({ state }) => state === 'proposed'),
  };
}

const lockForApproval = (tx: Tx, ids: string[]) => lockWithDuplicates(tx, { ids, approving: ids });

interface Taking {
  actor: Actor;
  isDeferred?: boolean;
  requests: readonly TransactionRow[];
  lines: Lines;
  /** Proposals that together have the money of their requests. */
  proposed: readonly MatchRow[];
}

interface Taken {
  refused: Refusals;
  /** Requests to decide. */
  ids: string[];
  /** Money of requests that were approved before. */
  links: Accepted[];
  /** Errors of requests with a decision that can still be undone. Its proposals stay chosen. */
  waiting: ReadonlyMap<string, AppError>;
}

/** Chooses the proposals of each pending request, if they have its amount and their money is unclaimed. */
async function takeMoney(
  tx: Tx,
  { actor, isDeferred = false, requests, lines, proposed }: Taking,
): Promise<Taken> {
  const take = taker(lines);
  // A waiting decision keeps the money that was chosen for it.
  const waiting = await findDeferred(tx, requests);
  const taken: Taken = { refused: new Map(), ids: [], links: [], waiting };
  const chosen: MatchRow[] = [];
  for (const request of requests) {
    const own = proposed.filter(({ requestId }) => requestId === request.id);
    const refusedBefore = isDeferred ? undefined : waiting.get(request.id);
    if (refusedBefore) taken.refused.set(request.id, refusedBefore);
    // The same decision, made again, is no error.
    else if (isRefused(request) || waiting.has(request.id)) taken.ids.push(request.id);
    if (isRefused(request) || waiting.has(request.id) || own.length === 0) continue;
    const refusal = refuseAmount(request, own) ?? (take(own) ? undefined : lineUsed());
    if (refusal) {
      taken.refused.set(request.id, refusal);
    } else if (isDecidable(request)) {
      chosen.push(...own);
      taken.ids.push(request.id);
    } else {
      const ofRequest = { actor, ownerId: request.userId };
      taken.links.push(...toMatchedLines(own, lines).map((one) => ({ ...one, ...ofRequest })));
    }
  }
  await choose(tx, { matches: chosen, chosenBy: actor.userId });
  return taken;
}

const lineUsed = () => appError('STATEMENT_LINE_USED');

function refuseAmount(request: TransactionRow, matches: MatchRow[]): AppError | undefined {
  const missingPaise = request.amountPaise - sumOf(matches);
  if (missingPaise === 0) return undefined;
  if (missingPaise < 0) return appError('MATCH_ABOVE_REQUEST');
  const missing = formatRupees(toPaise(missingPaise));
  return appError('MATCH_INCOMPLETE', { missing, missingPaise });
}

interface Approving extends Seen {
  actor: Actor;
  requestKey: string;
}

/** Approves the requests whose money was taken, and stores that of those that were approved before. Returns 0. */
async function decideTaken(tx: Tx, taken: Taken, approving: Approving): Promise<number> {
  const { ids, links } = taken;
  if (ids.length > 0) {
    const { actor } = approving;
    const decision = toDecision(ids, approving);
    const uncheckedIds = await findUnchecked(tx, actor, decision);
    refuse(tx, taken, await decide(tx, { actor, decision, uncheckedIds }));
  }
  await saveLinks(tx, links);
  return 0;
}

/** Lets each approval wait for the undo time, and returns that time in milliseconds. */
async function deferTaken(tx: Tx, taken: Taken, approving: Approving): Promise<number> {
  const { ids, links } = taken;
  const { actor, requestKey } = approving;
  const keyOf = (id: string) => keyFrom([requestKey, id]);
  const { undoMs, refused } =
    ids.length > 0
      ? await deferDecisions(tx, actor, toDecision(ids, approving), keyOf)
      : { undoMs: 0, refused: new Map<string, AppError>() };
  refuse(tx, taken, refused);
  await saveLinks(tx, links);
  return undoMs;
}

/** Stores received money as that of requests that were approved before. */
async function saveLinks(tx: Tx, links: Accepted[]): Promise<void> {
  await recordAudit(tx, acceptMatches(tx, links));
  await movePayments(
    tx,
    links.flatMap(({ match: { requestId, lineId } }) =>
      requestId ? [{ transactionId: requestId, lineId }] : [],
    ),
  );
}

/** The proposals of refused requests are as before, unless a decision on the request waits. */
function refuse(tx: Tx, { refused, waiting }: Taken, refusals: Refusals): void {
  for (const [id, refusal] of refusals) refused.set(id, refusal);
  const ended = [...refusals].filter(([id, one]) => one && !isHeld(one) && !waiting.has(id));
  forgetChoices(
    tx,
    ended.map(([id]) => id),
  );
}

/** A repeated call decides only what is left, so the key of its decision depends on the requests. */
function toDecision(ids: string[], { actor: _, requestKey, ...seen }: Approving) {
  const key = keyFrom([requestKey, ...ids.toSorted()]);
  return { ...seen, ids, decision: 'approved', requestKey: key } as const;
}

/** A UUID of version 8 that is equal for equal parts. */
export function keyFrom(parts: string[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface HandMatch extends Seen {
  lineId: string;
  parts: { requestId: string; paise: number }[];
  requestKey: string;
}

/**
 * Matches parts of a line with requests. A request that now has its whole amount is approved; another one keeps its
 * part until the rest is matched. Throws STATEMENT_LINE_NOT_FOUND, STATEMENT_LINE_USED, TRANSACTION_NOT_FOUND or
 * MATCH_ABOVE_REQUEST for the whole list.
 */
export async function matchByHand(
  deps: Deps,
  actor: Actor,
  { lineId, parts, ...given }: HandMatch,
): Promise<{ results: MatchResult[] }> {
  const ids = [...new Set(parts.map(({ requestId }) => requestId))];
  if (ids.length < parts.length) throw appError('INVALID_INPUT', { field: 'parts' });
  return runCommand(deps, actor, async (tx) => {
    const requests = await lockForApproval(tx, ids);
    const deposits = new Set(requests.flatMap(({ id, type }) => (type === 'deposit' ? [id] : [])));
    if (ids.some((id) => !deposits.has(id))) throw appError('TRANSACTION_NOT_FOUND');
    const seen = await selectMatchesOf(tx.query, ids);
    const lineIds = [lineId, ...seen.map((match) => match.lineId)];
    const lines = await lockLinesToDecide(tx, actor, lineIds);
    await saveParts(tx, { actor, lines, lineId, parts, requests });
    const matches = await selectMatchesOf(tx.query, ids);
    const proposed = matches.filter((match) => isManual(match) && match.state === 'proposed');
    const taken = await takeMoney(tx, { actor, requests, lines, proposed });
    await decideTaken(tx, taken, { actor, ...given });
    return { results: ids.map((id) => toResult(id, taken.refused.get(id))) };
  });
}

interface Parts extends Pick<HandMatch, 'lineId' | 'parts'> {
  actor: Actor;
  lines: Lines;
  requests: readonly TransactionRow[];
}

/** Stores parts as proposals of the administrator, unless their request was rejected or has its money. */
async function saveParts(tx: Tx, { actor, lines, lineId, parts, requests }: Parts): Promise<void> {
  const line = lines.get(lineId);
  if (!line) throw appError('STATEMENT_LINE_NOT_FOUND');
  const matches = await selectMatchesOf(
    tx.query,
    requests.map(({ id }) => id),
  );
  const ended = new Set([
    ...matches.flatMap(({ requestId, state }) => (state === 'accepted' ? [requestId] : [])),
    ...requests.flatMap(({ id, status }) => (isRefused({ status }) ? [id] : [])),
  ]);
  const unclaimed = parts.filter(({ requestId }) => !ended.has(requestId));
  if (sumOf(unclaimed) > freeOf(line)) {
    throw appError('STATEMENT_LINE_USED', { unclaimedPaise: freeOf(line) });
  }
  for (const { requestId, paise } of unclaimed) {
    const others = matches.filter(
      (match) => match.requestId === requestId && match.lineId !== lineId && isManual(match),
    );
    const request = requests.find(({ id }) => id === requestId);
    if (!request || sumOf(others) + paise > request.amountPaise) {
      throw appError('MATCH_ABOVE_REQUEST');
    }
    const known = matches.find((one) => one.requestId === requestId && one.lineId === lineId);
    if (known) await changeProposal(tx, { id: known.id, paise });
    else {
      const subject = { lineId, accountId: line.accountId, requestId, paise, note: null };
      await insertManual(tx, { ...subject, kind: 'deposit', createdBy: actor.userId });
    }
  }
  if (unclaimed.length > 0) publishMatches(tx, [{ match: { accountId: line.accountId } }]);
}

/** Marks the unclaimed part of a line as not for us. `requestKey` is the id of the match. */
export async function markNotOurs(
  deps: Deps,
  actor: Actor,
  { lineId, note, requestKey: id }: { lineId: string; note: string; requestKey: string },
): Promise<{ id: string }> {
  if (note === '') throw appError('NOT_OURS_REASON_REQUIRED');
  return runCommand(deps, actor, async (tx) => {
    const lines = await lockLines(tx, [lineId]);
    const [earlier] = await selectMatches(tx.query, [id]);
    if (earlier) {
      const isSame = earlier.lineId === lineId && earlier.note === note;
      if (isSame && earlier.createdBy === actor.userId) return { id };
      throw appError('IDEMPOTENCY_CONFLICT');
    }
    const line = lines.get(lineId);
    if (!line) throw appError('STATEMENT_LINE_NOT_FOUND');
    const paise = freeOf(line);
    if (paise === 0) throw appError('STATEMENT_LINE_USED', { unclaimedPaise: 0 });
    const subject = { id, lineId, accountId: line.accountId, requestId: null, paise, note };
    const created = { ...subject, kind: 'not_ours', createdBy: actor.userId } as const;
    const match = await insertManual(tx, created);
    await recordAudit(tx, acceptMatches(tx, [{ match, line, actor, ownerId: null }]));
    return { id };
  });
}
