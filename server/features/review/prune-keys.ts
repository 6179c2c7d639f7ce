import { createBlockSweep } from '#server/db/block-sweep.ts';
import type { Deps } from '#server/deps/deps.ts';
import { deleteOldKeys } from './prune-keys.queries.ts';

/** A decision that is repeated later finds its requests decided, and changes nothing either. */
const KEYS_KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

/** Returns a job that deletes the idempotency keys of old decisions. */
export function createKeyPruning(deps: Pick<Deps, 'db'>): () => Promise<void> {
  return createBlockSweep(deps, 'decision_requests', ({ query, at, rows }) =>
    deleteOldKeys(query, rows, new Date(at.getTime() - KEYS_KEPT_DAYS * DAY_MS)),
  );
}
