import type { Job } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { approveCertainMatches } from './approve-certain.ts';
import { matchNewLines } from './match-new-lines.ts';

const INTERVAL_MS = 1000;

export const listReconciliationJobs = (deps: Deps, signal: AbortSignal): Job[] => [
  { name: 'match statements', intervalMs: INTERVAL_MS, run: () => matchNewLines(deps, signal) },
  {
    name: 'approve certain matches',
    intervalMs: INTERVAL_MS,
    run: () => approveCertainMatches(deps, signal),
  },
];
