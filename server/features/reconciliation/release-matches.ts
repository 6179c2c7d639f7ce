import type { Tx } from '#server/db/database.ts';
import { releasePayments } from '#server/ledger/credit-payments.ts';
import { postMatches } from '#server/ledger/statement-entries.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  type Accepted,
  type MatchedLine,
  markUndone,
  publishMatches,
  recordMatches,
} from '../statements/accept-matches.ts';
import { compareAgain } from './match-progress.queries.ts';

interface Release extends Pick<Accepted, 'actor' | 'ownerId'> {
  actor: Actor;
  /** The request of the matches; undefined if their money is not for us. */
  request: { id: string; utr: string | null } | undefined;
  /** Whether the request's credit was taken back. */
  isTakenBack: boolean;
  undone: readonly MatchedLine[];
}

/**
 * Makes the money of accepted matches unclaimed, and lets the next run of matching compare it with other deposits. Their
 * lines are locked.
 */
export async function releaseMatches(
  tx: Tx,
  { undone, request, isTakenBack, actor, ownerId }: Release,
): Promise<void> {
  const matches = undone.map(({ match }) => match);
  postMatches(tx, matches, 'release');
  markUndone(
    tx,
    matches.map(({ id }) => id),
    actor.userId,
  );
  if (request) await releasePayments(tx, { ...request, isTakenBack });
  await compareAgain(
    tx,
    matches.map(({ lineId }) => lineId),
  );
  publishMatches(tx, undone);
  await recordMatches(tx, 'statement-match.undo', { matches: undone, actor, ownerId });
}
