import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { eraseDeletedAccounts } from './erase-accounts.ts';

export const listUserJobs = (deps: Deps): Job[] => [
  {
    name: 'erase deleted accounts',
    intervalMs: SWEEP_INTERVAL_MS,
    run: () => eraseDeletedAccounts(deps),
  },
];
