import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { createWebhookSender } from './send-webhooks.ts';
import { pruneDeliveries } from './webhook-deliveries.ts';

export const listWebhookJobs = (deps: Deps): Job[] => [
  createWebhookSender(deps),
  { name: 'prune deliveries', intervalMs: SWEEP_INTERVAL_MS, run: () => pruneDeliveries(deps) },
];
