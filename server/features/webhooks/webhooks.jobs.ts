import { type Job, SWEEP_INTERVAL_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { createWebhookSender } from './send-webhooks.ts';
import { pruneDeliveries } from './webhook-deliveries.ts';

export function listWebhookJobs(deps: Deps): Job[] {
  const { turn, stop } = createWebhookSender(deps);
  return [
    { name: 'send to webhooks', intervalMs: 1000, run: turn, stop },
    { name: 'prune deliveries', intervalMs: SWEEP_INTERVAL_MS, run: () => pruneDeliveries(deps) },
  ];
}
