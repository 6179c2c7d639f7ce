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

import type { TransactionType } from '#contract/transactions/rules.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { postMatches } from '#server/ledger/statement-entries.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, type AuditInput, recordAudit } from '#server/platform/commands/audit.ts';
import type { Passed, Refused } from '#server/platform/commands/stages.ts';
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

/** A planned decision on a locked request, as far as the stage needs it. */
interface Matchable {
  row: { id: string; type: TransactionType; amountPaise: number };
  isApproval: boolean;
  /** Received money that an approval accepts as that of the request. */
  matches?: MatchedLine[];
}

/**
 * A stage: adds the proposals that approvals of deposits accept: those that an administrator chose, otherwise those made by hand or
 * certain ones if they have the whole amount. Locks their lines. Refuses an approval, with STATEMENT_LINE_USED, if the chosen money
 * was claimed since.
 */
export async function takeMatches<Planned extends Matchable>(
  tx: Tx,
  planned: readonly Planned[],
): Promise<Passed<Planned>> {
  const deposits = planned.filter(({ row, isApproval }) => isApproval && row.type === 'deposit');
  const ids = deposits.map(({ row }) => row.id);
  const unlocked = ids.length > 0 ? await selectMatchesOf(tx.query, ids) : [];
  if (unlocked.length === 0) return { planned: [...planned], refused: new Map() };
  const lines = await lockLines(
    tx,
    unlocked.map(({ lineId }) => lineId),
  );
  // Again: a concurrent command may have changed them before the lock.
  const proposals = (await selectMatchesOf(tx.query, ids)).filter(isProposed);
  const take = taker(lines);
  const refused: Refused = new Map();
  const picked = new Map<string, MatchedLine[]>();
  for (const { row } of deposits) {
    const own = proposals.filter((match) => match.requestId === row.id);
    const chosen = own.filter(({ chosenBy }) => chosenBy !== null);
    const sets = chosen.length > 0 ? [chosen] : [own.filter(isManual), own.filter(isCertain)];
    const whole = sets.find((matches) => sumOf(matches) === row.amountPaise && take(matches));
    if (whole) picked.set(row.id, toMatchedLines(whole, lines));
    else if (chosen.length > 0) refused.set(row.id, appError('STATEMENT_LINE_USED'));
  }
  const passed = planned.filter(({ row }) => !refused.has(row.id));
  return {
    refused,
    planned: passed.map((one) => {
      const matches = picked.get(one.row.id);
      return matches ? { ...one, matches } : one;
    }),
  };
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
