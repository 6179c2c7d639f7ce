import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { pruneSessions } from './login.ts';

export const listSessionJobs = (deps: Deps): Job[] => [
  { name: 'prune sessions', intervalMs: SWEEP_INTERVAL_MS, run: () => pruneSessions(deps) },
];
