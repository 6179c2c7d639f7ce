import { CHECK_INTERVAL_MS, type Job } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { expireOldApprovals } from './expire-approvals.ts';

export const listApprovalJobs = (deps: Deps): Job[] => [
  { name: 'expire approvals', intervalMs: CHECK_INTERVAL_MS, run: () => expireOldApprovals(deps) },
];
