import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { undoDecision } from '../review/undo-decision.ts';
import {
  forgetChoices,
  insertRestored,
  isManual,
  type Lines,
  lockLines,
  type MatchRow,
  markUndone,
  publishMatches,
  recordMatches,
  selectMatches,
  selectMatchesOf,
  toMatchedLines,
} from '../statements/accept-matches.ts';
import { lockRequests } from '../transactions/lock-requests.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { compareAgain } from './match-progress.queries.ts';
import { releaseMatches } from './release-matches.ts';

/**
 * Undoes a match. An accepted one is undone with the others of its request, whose approval stays; their money is unclaimed
 * again, and the next run of matching compares it with other deposits. A decision that can still be undone is undone, if it is
 * that of the caller. Throws MATCH_NOT_FOUND, or MATCH_IS_CREDIT for a deposit that was created from a line.
 */
export async function undoMatch(deps: Deps, actor: Actor, id: string): Promise<void> {
  const known = await runCommand(deps, actor, (tx) => findMatch(tx, id));
  const { requestId } = known;
  if (known.chosenBy && requestId && known.state === 'proposed') {
    await undoDecision(deps, actor, requestId).catch(ignoreDecided);
  }
  await runCommand(deps, actor, async (tx) => {
    const requests = await lockRequest(tx, requestId);
    // Else the credit would stay, and the line could be credited again.
    if (requests[0]?.kind === 'adjustment') throw appError('MATCH_IS_CREDIT');
    const ofRequest = () => (requestId ? selectMatchesOf(tx.query, [requestId]) : []);
    const lineIds = [known, ...(await ofRequest())].map(({ lineId }) => lineId);
    const lines = await lockLines(tx, lineIds);
    const [match] = await selectMatches(tx.query, [id]);
    if (!match || match.state === 'undone') return;
    const ownerId = requests[0]?.userId ?? null;
    if (match.state === 'proposed') {
      return endProposal(tx, actor, { match, known, lines, ownerId });
    }
    const all = requestId ? await ofRequest() : [match];
    const undone = all.filter(({ state }) => state === 'accepted');
    await releaseMatches(tx, {
      undone: toMatchedLines(undone, lines),
      request: requests[0],
      isTakenBack: false,
      actor,
      ownerId,
    });
  });
}

async function lockRequest(tx: Tx, id: string | null): Promise<TransactionRow[]> {
  return id ? lockRequests(tx, [id]) : [];
}

async function findMatch(tx: Tx, id: string): Promise<MatchRow> {
  const [match] = await selectMatches(tx.query, [id]);
  if (!match) throw appError('MATCH_NOT_FOUND');
  return match;
}

interface Ended {
  match: MatchRow;
  lines: Lines;
  ownerId: string | null;
}

/** A chosen proposal of the system is a proposal again. Others are dismissed. */
async function endProposal(
  tx: Tx,
  actor: Actor,
  { match, known, lines, ownerId }: Ended & { known: MatchRow },
): Promise<void> {
  publishMatches(tx, [{ match }]);
  if (known.chosenBy && !isManual(match) && match.requestId) {
    return forgetChoices(tx, [match.requestId]);
  }
  markUndone(tx, [match.id], actor.userId);
  await recordMatches(tx, 'statement-match.dismiss', {
    matches: toMatchedLines([match], lines),
    actor,
    ownerId,
  });
}

/** Proposes a dismissed match again; the next run of matching compares it. Throws MATCH_NOT_FOUND. */
export async function restoreProposal(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const { requestId, lineId } = await findMatch(tx, id);
    const requests = await lockRequest(tx, requestId);
    const lines = await lockLines(tx, [lineId]);
    const match = await findMatch(tx, id);
    const isDismissed = match.state === 'undone' && match.endedBy && !match.acceptedAt;
    const isRestored = isDismissed && requestId && (await insertRestored(tx, match));
    if (!isRestored) throw appError('MATCH_NOT_FOUND');
    await compareAgain(tx, [lineId]);
    const ownerId = requests[0]?.userId ?? null;
    await recordMatches(tx, 'statement-match.restore', {
      matches: toMatchedLines([match], lines),
      actor,
      ownerId,
    });
    publishMatches(tx, [{ match }]);
  });
}

function ignoreDecided(error: unknown): void {
  const isDecided = error instanceof Error && 'code' in error && error.code === 'ALREADY_DECIDED';
  if (!isDecided) throw error;
}
