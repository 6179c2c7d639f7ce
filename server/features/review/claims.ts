export { countClaims } from './claims.queries.ts';

import type { Claim } from '#contract/review/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { deleteOtherClaims, saveClaim, selectClaims } from './claims.queries.ts';

/** A claim does not prevent decisions. Returns null if the request is decided or deleted. */
export async function claimRequest(deps: Deps, actor: Actor, id: string): Promise<Claim | null> {
  const mine = { id, claimedBy: actor.userId };
  // Separate transactions: with several claims locked, reviewers would wait for each other.
  const claimed = await runCommand(deps, actor, async (tx) => {
    const saved = await saveClaim(tx.query, mine);
    if (saved?.isNew) publishReviewEvent(tx, [id]);
    return saved !== undefined;
  });
  if (claimed) {
    await runCommand(deps, actor, async (tx) =>
      publishReviewEvent(tx, await deleteOtherClaims(tx.query, mine)),
    );
  }
  return (await findClaims(deps, actor.userId, [id])).get(id) ?? null;
}

function publishReviewEvent(tx: Tx, ids: string[]): void {
  publish(
    tx,
    ids.map((id) => ({ forAdmins: true, payload: { entity: 'review', op: 'update', id } })),
  );
}

export async function findClaims(
  { db }: Pick<Deps, 'db'>,
  reader: UserId,
  ids: readonly string[],
): Promise<Map<string, Claim>> {
  const rows = ids.length > 0 ? await selectClaims(db.query, ids) : [];
  return new Map(
    rows.map(({ transactionId, claimedBy, claimerName }) => [
      transactionId,
      { claimedBy: claimerName, isOwn: claimedBy === reader },
    ]),
  );
}
