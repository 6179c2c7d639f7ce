import { createBlockSweep } from '#server/db/block-sweep.ts';
import type { Deps } from '#server/deps/deps.ts';
import { deleteUnused } from './prune-accounts.queries.ts';

/** Until then a removed account still shows reviewers that another person has saved the same number. */
const REMOVED_KEPT_DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;

/** Returns a job that deletes accounts long after their removal. Those that a request names stay, as its evidence. */
export function createAccountPruning(deps: Pick<Deps, 'db'>): () => Promise<void> {
  return createBlockSweep(deps, 'bank_accounts', ({ query, at, rows }) =>
    deleteUnused(query, rows, new Date(at.getTime() - REMOVED_KEPT_DAYS * DAY_MS)),
  );
}
