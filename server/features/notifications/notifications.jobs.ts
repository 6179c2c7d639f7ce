import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { pruneRemoved } from './notifications.ts';
import { createNotificationPruning } from './prune-notifications.ts';

export const listNotificationJobs = (deps: Deps): Job[] => [
  {
    name: 'prune removed notifications',
    intervalMs: SWEEP_INTERVAL_MS,
    run: () => pruneRemoved(deps),
  },
  {
    name: 'prune notifications',
    intervalMs: SWEEP_INTERVAL_MS,
    run: createNotificationPruning(deps),
  },
];
