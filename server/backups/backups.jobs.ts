import { type Job, SCHEDULE_CHECK_MS, SWEEP_INTERVAL_MS } from '../base/timers.ts';
import type { Deps } from '../deps/deps.ts';
import { backUpWhenDue } from './scheduled.ts';
import { sweepUnfinishedRestore } from './settle.ts';

export const listBackupJobs = (deps: Deps, signal: AbortSignal): Job[] => [
  { name: 'back up', intervalMs: SCHEDULE_CHECK_MS, run: () => backUpWhenDue(deps, signal) },
  {
    name: 'sweep unfinished restore',
    intervalMs: SWEEP_INTERVAL_MS,
    run: () => sweepUnfinishedRestore(deps),
  },
];
