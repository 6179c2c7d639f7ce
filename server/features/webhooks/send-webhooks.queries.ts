import { sql } from 'drizzle-orm';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { DeliveryFailure } from '#contract/webhooks/schema.ts';
import type { Query } from '#server/db/database.ts';
import { webhookDeliveries } from '#server/db/schema/webhooks.ts';
import { update } from '#server/db/update.ts';
import type { StoppedWebhook } from './suspend-webhooks.queries.ts';

/** Exceeds an attempt's timeout; then another server takes over. */
const CLAIM_DURATION = "interval '1 minute'";
/**
 * SQL: no server has claimed the delivery. A claim later than `CLAIM_DURATION` was written before the clock was set back. One
 * more second allows for rounding: columns hold milliseconds, so another server's recent claim may seem later.
 */
const IS_FREE = `(d.taken_until IS NULL OR d.taken_until <= clock_timestamp()
  OR d.taken_until > clock_timestamp() + ${CLAIM_DURATION} + interval '1 second')`;
const IS_DUE = `d.state = 'pending' AND d.next_at <= clock_timestamp() AND ${IS_FREE}`;

export interface TakenDelivery {
  endpointId: string;
  id: string;
  body: string;
  /** Includes this attempt. */
  attempts: number;
  url: string;
  secrets: string[];
}

export interface Outcome {
  status: number | null;
  failure: DeliveryFailure | null;
  answer: string | null;
  ms: number;
}

export async function selectDueEndpoints(query: Query): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT e.id FROM webhook_endpoints e WHERE e.is_active
       AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${IS_DUE})`,
  );
  return rows.map(({ id }) => id);
}

/** Claims due deliveries of an active webhook, longest due first; servers share them. */
export async function claimDue(
  query: Query,
  { endpointId, limit }: { endpointId: string; limit: number },
): Promise<TakenDelivery[]> {
  return query(
    `WITH due AS (
       SELECT d.endpoint_id, d.id, e.url, array_remove(ARRAY[e.secret,
         CASE WHEN e.previous_secret_until > clock_timestamp() THEN e.previous_secret END], NULL) AS secrets
       FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.is_active
       WHERE d.endpoint_id = $1 AND ${IS_DUE}
       ORDER BY d.next_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED)
     UPDATE webhook_deliveries d SET taken_until = clock_timestamp() + ${CLAIM_DURATION}, attempts = d.attempts + 1
     FROM due WHERE d.endpoint_id = due.endpoint_id AND d.id = due.id
     RETURNING d.endpoint_id AS "endpointId", d.id, d.body, d.attempts, due.url, due.secrets`,
    [endpointId, limit],
  );
}

export async function release(query: Query, { endpointId, id }: TakenDelivery): Promise<void> {
  await update(query, webhookDeliveries, {
    set: { takenUntil: null, attempts: sql`greatest(0, ${webhookDeliveries.attempts} - 1)` },
    where: { endpointId, id, state: 'pending' },
  });
}

export async function saveOutcome(
  query: Query,
  { endpointId, id }: TakenDelivery,
  { outcome, delayMs }: { outcome: Outcome; delayMs: number | undefined },
): Promise<void> {
  const { status, failure, answer, ms } = outcome;
  const state = failure === null ? 'delivered' : delayMs === undefined ? 'failed' : 'pending';
  await query(
    `UPDATE webhook_deliveries SET state = $3, taken_until = NULL, last_at = clock_timestamp(), last_ms = $4,
       last_status = $5, last_failure = $6, answer = $7,
       next_at = CASE WHEN $3 = 'pending' THEN clock_timestamp() + $8 * interval '1 millisecond' END
     WHERE endpoint_id = $1 AND id = $2 AND state = 'pending'`,
    [endpointId, id, state, Math.round(ms), status, failure, answer, delayMs ?? null],
  );
}

/** Writes only changes. */
export async function markFailing(
  query: Query,
  { endpointId, isFailing }: { endpointId: string; isFailing: boolean },
): Promise<void> {
  await query(
    `UPDATE webhook_endpoints SET failing_since = CASE WHEN $2 THEN clock_timestamp() END
     WHERE id = $1 AND (failing_since IS NULL) = $2`,
    [endpointId, isFailing],
  );
}

/** Deactivates an active webhook that has failed for this many days; returns it if so. */
export async function stopWebhook(
  query: Query,
  stop: { endpointId: string; reason: StopReason; afterDays: number },
): Promise<StoppedWebhook | undefined> {
  const [row] = await query<StoppedWebhook>(
    `UPDATE webhook_endpoints SET is_active = false, stop_reason = $2
     WHERE id = $1 AND is_active
       AND ($3 = 0 OR failing_since <= clock_timestamp() - $3 * interval '1 day') RETURNING id, url`,
    [stop.endpointId, stop.reason, stop.afterDays],
  );
  return row;
}

const MOST_COUNTED = 100_000;

export async function countWaiting(
  query: Query,
): Promise<{ pending: number; lateSeconds: number; stopped: number }> {
  const [row] = await query<{ pending: number; lateSeconds: number; stopped: number }>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT 1 FROM webhook_endpoints e
          JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.state = 'pending'
          WHERE e.is_active LIMIT ${MOST_COUNTED}) AS waiting) AS pending,
       (SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(oldest.next_at)), 0))::float8
          FROM webhook_endpoints e CROSS JOIN LATERAL (
            SELECT d.next_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'pending'
            ORDER BY d.next_at LIMIT 1) AS oldest
          WHERE e.is_active) AS "lateSeconds",
       (SELECT count(*)::int FROM webhook_endpoints WHERE stop_reason IS NOT NULL) AS stopped`,
  );
  return row ?? { pending: 0, lateSeconds: 0, stopped: 0 };
}
