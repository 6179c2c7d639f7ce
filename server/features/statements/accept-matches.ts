export {
  changeProposal,
  choose,
  endProposalsOfImport,
  forgetChoices,
  insertManual,
  insertRestored,
  type LineRow,
  type Lines,
  lockLines,
  type MatchRow,
  markUndone,
  selectClaimant,
  selectMatches,
  selectMatchesOf,
  selectTwins,
} from './accept-matches.queries.ts';

import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { postMatches } from '#server/ledger/statement-entries.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, type AuditInput, recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { lockDeciders } from '../approvals/day-sums.ts';
import {
  type LineRow,
  type Lines,
  lockLines,
  type MatchRow,
  markAccepted,
  selectMatchesOf,
} from './accept-matches.queries.ts';

/** The audit chain of lines that are not for us. Matches of a request are in the chain of its owner. */
const CHAIN = 'statements';

/** An approval of a deposit, whose request is locked. */
interface Approval {
  requestId: string;
  paise: number;
}

/** Locks lines whose money this administrator approves in the same transaction: approvals lock their administrator before lines. */
export async function lockLinesToDecide(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Lines> {
  await lockDeciders(tx.query, [actor.userId]);
  return lockLines(tx, ids);
}

export interface MatchedLine {
  match: MatchRow;
  line: LineRow;
}

export interface PickedMatches {
  /** The matches that the approval of a request accepts. */
  picked: Map<string, MatchedLine[]>;
  /** STATEMENT_LINE_USED by request. */
  refused: Map<string, AppError>;
}

/** Returns the matches of these approvals, whose lines are not locked. */
export async function findMatches(
  { query }: Pick<Tx, 'query'>,
  approvals: readonly Approval[],
): Promise<MatchRow[]> {
  const ids = approvals.map(({ requestId }) => requestId);
  return ids.length > 0 ? selectMatchesOf(query, ids) : [];
}

/**
 * Returns which proposals the approvals accept: those that an administrator chose, otherwise those made by hand or certain
 * ones if they have the whole amount. Refuses an approval if the chosen money was claimed since. Locks their lines.
 * `found` is from `findMatches`, of these or more approvals.
 */
export async function pickMatches(
  tx: Tx,
  approvals: readonly Approval[],
  found: readonly MatchRow[],
): Promise<PickedMatches> {
  const outcome: PickedMatches = { picked: new Map(), refused: new Map() };
  const ids = approvals.map(({ requestId }) => requestId);
  const wanted = new Set<string | null>(ids);
  const before = found.filter(({ requestId }) => wanted.has(requestId));
  if (before.length === 0) return outcome;
  const lines = await lockLines(
    tx,
    before.map(({ lineId }) => lineId),
  );
  // Again: a concurrent command may have changed them before the lock.
  const proposals = (await selectMatchesOf(tx.query, ids)).filter(isProposed);
  const take = taker(lines);
  for (const { requestId, paise } of approvals) {
    const own = proposals.filter((match) => match.requestId === requestId);
    const chosen = own.filter(({ chosenBy }) => chosenBy !== null);
    const sets = chosen.length > 0 ? [chosen] : [own.filter(isManual), own.filter(isCertain)];
    const whole = sets.find((matches) => sumOf(matches) === paise && take(matches));
    if (whole) outcome.picked.set(requestId, toMatchedLines(whole, lines));
    else if (chosen.length > 0) outcome.refused.set(requestId, appError('STATEMENT_LINE_USED'));
  }
  return outcome;
}

const isProposed = ({ state }: MatchRow) => state === 'proposed';
export const isManual = ({ grade }: MatchRow) => grade === 'manual';
const isCertain = ({ grade }: MatchRow) => grade === 'certain';
export const sumOf = (matches: readonly { paise: number }[]) =>
  matches.reduce((sum, { paise }) => sum + paise, 0);

/** Returns a function that takes the money of matches from their lines, if all of it is left. */
export function taker(lines: Lines): (matches: readonly MatchRow[]) => boolean {
  const left = new Map([...lines].map(([id, line]) => [id, freeOf(line)]));
  return (matches) => {
    const after = new Map(left);
    for (const { lineId, paise } of matches) after.set(lineId, (after.get(lineId) ?? 0) - paise);
    if ([...after.values()].some((paise) => paise < 0)) return false;
    for (const [id, paise] of after) left.set(id, paise);
    return true;
  };
}

export const freeOf = ({ paise, claimedPaise }: LineRow) => paise - claimedPaise;

export function toMatchedLines(matches: readonly MatchRow[], lines: Lines): MatchedLine[] {
  return matches.flatMap((match) => {
    const line = lines.get(match.lineId);
    return line ? [{ match, line }] : [];
  });
}

/** A match that takes effect. The owner is that of its request. */
export interface Accepted extends MatchedLine {
  actor: Actor | 'system';
  ownerId: string | null;
}

/** Stores and posts accepted matches. Returns what the caller records in the audit log. Their lines are locked. */
export function acceptMatches(tx: Tx, accepted: readonly Accepted[]): AuditInput[] {
  if (accepted.length === 0) return [];
  postMatches(
    tx,
    accepted.map(({ match }) => match),
    'claim',
  );
  markAccepted(
    tx,
    accepted.map(({ match, actor }) => ({
      match,
      acceptedBy: actor === 'system' ? null : actor.userId,
    })),
  );
  publishMatches(tx, accepted);
  return accepted.map((one) => toAuditInput('statement-match.accept', one));
}

/** Records that matches of one request were undone, dismissed or restored. */
export async function recordMatches(
  tx: Tx,
  action: MatchAction,
  { matches, ...by }: { matches: readonly MatchedLine[]; actor: Actor; ownerId: string | null },
): Promise<void> {
  await recordAudit(
    tx,
    matches.map((one) => toAuditInput(action, { ...one, ...by })),
  );
}

export function publishMatches(
  tx: Tx,
  changed: readonly { match: Pick<MatchRow, 'accountId'> }[],
): void {
  const ids = new Set(changed.map(({ match }) => match.accountId));
  publish(
    tx,
    [...ids].map((id) => ({
      forAdmins: true,
      payload: { entity: 'statement', op: 'update', id } as const,
    })),
  );
}

type MatchAction = `statement-match.${'accept' | 'undo' | 'dismiss' | 'restore'}`;

function toAuditInput(action: MatchAction, { match, line, actor, ownerId }: Accepted): AuditInput {
  const facts = {
    matchKind: match.kind,
    lineId: line.id,
    requestId: match.requestId,
    amountPaise: match.paise,
    grade: match.grade,
    ...{ bookedOn: line.bookedOn, utr: line.utr },
  };
  const change =
    action === 'statement-match.accept' || action === 'statement-match.restore'
      ? { before: null, after: facts }
      : { before: facts, after: null };
  const subject = { entity: 'statement-match', entityId: match.id } as const;
  const entry: AuditEntry = { ...subject, chainId: ownerId ?? CHAIN, action, ...change };
  return { actor, entries: [entry] };
}
