import { Gauge, type Registry } from 'prom-client';
import { getVerification } from './features/audit/verification.ts';
import {
  countByTypeAndStatus,
  selectOldestPending,
} from './features/transactions/totals-queries.ts';
import { deliveryTries } from './features/webhooks/sending.ts';
import { countWaiting } from './features/webhooks/sending-queries.ts';
import type { Deps } from './lib/deps.ts';
import { logError } from './lib/repeated-errors.ts';

/**
 * Metrics of what the database holds: requests and deliveries that wait, and what checking the audit chains found. Read over the
 * connection of the health check, so that a database in trouble costs a moment; then `database_up` is 0 and the
 * others are left out.
 */
export function watchProduct(registry: Registry, { db, clock, log }: Deps): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('database_up', 'Whether the database answered when these metrics were read');
  const pending = gauge('pending_requests', 'Requests that wait for a decision', ['type']);
  const oldest = gauge('oldest_pending_request_age_seconds', 'Age of the oldest of them', ['type']);
  const breaks = gauge('audit_chain_breaks', 'Broken links that checking the audit chains found');
  const queued = gauge('webhook_deliveries_pending', 'Deliveries that wait for their next try');
  const late = gauge(
    'webhook_late_seconds',
    'How long the longest due delivery has waited to be tried',
  );
  const stopped = gauge('webhooks_stopped', 'Webhooks that were switched off by themselves');
  registry.registerMetric(deliveryTries);
  const checked = gauge('audit_chains_checked_timestamp_seconds', 'When all of them were checked');
  const refresh = async () => {
    const counts = await countByTypeAndStatus(db.probe);
    for (const { type, count } of counts.filter(({ status }) => status === 'pending')) {
      pending.set({ type }, count);
    }
    for (const { type, createdAt } of await selectOldestPending(db.probe)) {
      const ageMs = createdAt ? clock.now().getTime() - createdAt.getTime() : 0;
      oldest.set({ type }, Math.max(0, ageMs) / 1000);
    }
    const waiting = await countWaiting(db.probe);
    queued.set(waiting.pending);
    late.set(waiting.lateSeconds);
    stopped.set(waiting.stopped);
    const { broken, checkedAt } = await getVerification({ db: { ...db, query: db.probe } });
    breaks.set(broken.length);
    if (checkedAt) checked.set(checkedAt.getTime() / 1000);
  };
  return async () => {
    for (const one of [pending, oldest]) one.reset();
    for (const one of [breaks, checked, queued, late, stopped]) one.remove();
    try {
      await refresh();
      up.set(1);
    } catch (error) {
      up.set(0);
      logError(log, { error, message: 'metrics of the database could not be read' });
    }
  };
}
