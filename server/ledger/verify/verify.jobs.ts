import { type Job, SCHEDULE_CHECK_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { verifyWhenDue } from './scheduled.ts';

export const listVerifyJobs = (deps: Deps, signal: AbortSignal): Job[] => [
  { name: 'verify', intervalMs: SCHEDULE_CHECK_MS, run: () => verifyWhenDue(deps, signal) },
];
