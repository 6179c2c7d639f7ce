import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import { withBackgroundPool } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { executeDueDecisions } from './execute-decisions.ts';
import { createKeyPruning } from './prune-keys.ts';

/** A decision can be undone for at most this much longer. */
const EXECUTE_INTERVAL_MS = 500;

/** Decisions use the connections of commands, not those of background work. */
export const listReviewJobs = (deps: Deps): Job[] => [
  {
    name: 'carry out decisions',
    intervalMs: EXECUTE_INTERVAL_MS,
    run: () => executeDueDecisions(deps),
  },
  {
    name: 'prune keys of decisions',
    intervalMs: SWEEP_INTERVAL_MS,
    run: createKeyPruning(withBackgroundPool(deps)),
  },
];
