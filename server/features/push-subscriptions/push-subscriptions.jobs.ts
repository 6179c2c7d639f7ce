import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { pruneDevices } from './push-subscriptions.ts';
import { createPushSender } from './send-push.ts';

export const listPushJobs = (deps: Deps): Job[] => [
  createPushSender(deps),
  { name: 'prune devices', intervalMs: SWEEP_INTERVAL_MS, run: () => pruneDevices(deps) },
];
