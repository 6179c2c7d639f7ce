import { sql } from 'drizzle-orm';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { DeliveryFailure } from '#contract/webhooks/schema.ts';
import type { Query } from '#server/db/database.ts';
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts';
import {
  computed,
  type Selected,
  selectFirst,
  selectionOf,
  selectValues,
  text,
  together,
  words,
} from '#server/db/selection.ts';
import { update, updateReturning } from '#server/db/update.ts';
import { IS_DUE, type Message } from '#server/platform/queue/outgoing.queries.ts';
import type { StoppedWebhook } from './suspend-webhooks.queries.ts';

/** SQL: messages to webhooks that are switched off wait. */
export const TO_ACTIVE = 'lane IN (SELECT e.id::text FROM webhook_endpoints e WHERE e.is_active)';

const deliveryColumns = together(
  selectionOf(webhookDeliveries, 'd', ['body']),
  selectionOf(webhookEndpoints, 'e', ['url']),
  computed({
    secrets: words<string>(
      [],
      `array_remove(ARRAY[e.secret,
       CASE WHEN e.previous_secret_until > clock_timestamp() THEN e.previous_secret END], NULL)`,
    ),
  }),
);
export type Delivery = Selected<typeof deliveryColumns>;

export interface Result {
  status: number | null;
  failure: DeliveryFailure | null;
  answer: string | null;
  ms: number;
}

export async function selectDueWebhooks(query: Query): Promise<string[]> {
  return selectValues(
    query,
    text('e.id'),
    `FROM webhook_endpoints e WHERE e.is_active
       AND EXISTS (SELECT FROM outgoing WHERE lane = e.id::text AND ${IS_DUE})`,
  );
}

/** Returns what a message sends. Undefined if the delivery or its webhook was deleted. */
export async function findDelivery(
  query: Query,
  { lane, recipient }: Message,
): Promise<Delivery | undefined> {
  return selectFirst(
    query,
    deliveryColumns,
    `FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
     WHERE d.endpoint_id = $1 AND d.id = $2 AND d.state = 'pending'`,
    [lane, recipient],
  );
}

export async function saveResult(
  query: Query,
  { lane, recipient, attempts }: Message,
  { status, failure, answer, ms, isLast }: Result & { isLast: boolean },
): Promise<void> {
  await update(query, webhookDeliveries, {
    set: {
      state: failure === null ? 'delivered' : isLast ? 'failed' : 'pending',
      attempts,
      lastAt: sql`clock_timestamp()`,
      lastMs: Math.round(ms),
      lastStatus: status,
      lastFailure: failure,
      answer,
    },
    where: { endpointId: lane, id: recipient, state: 'pending' },
  });
}

/** Writes only changes. */
export async function markFailing(
  query: Query,
  { endpointId, isFailing }: { endpointId: string; isFailing: boolean },
): Promise<void> {
  await update(query, webhookEndpoints, {
    set: { failingSince: isFailing ? sql`clock_timestamp()` : null },
    where: { id: endpointId },
    and: sql`(failing_since IS NULL) = ${isFailing}`,
  });
}

/** Deactivates an active webhook that has failed for this many days; returns it if so. */
export async function stopWebhook(
  query: Query,
  { endpointId, reason, afterDays }: { endpointId: string; reason: StopReason; afterDays: number },
): Promise<StoppedWebhook | undefined> {
  const [row] = await updateReturning(query, webhookEndpoints, ['id', 'url'], {
    set: { isActive: false, stopReason: reason },
    where: { id: endpointId, isActive: true },
    and: sql`${afterDays} = 0 OR failing_since <= clock_timestamp() - ${afterDays} * interval '1 day'`,
  });
  return row;
}

const MOST_COUNTED = 100_000;

export async function countWaiting(
  query: Query,
): Promise<{ pending: number; lateSeconds: number; stopped: number }> {
  const [row] = await query<{ pending: number; lateSeconds: number; stopped: number }>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT 1 FROM webhook_endpoints e
          JOIN outgoing o ON o.lane = e.id::text WHERE e.is_active LIMIT ${MOST_COUNTED}) AS waiting) AS pending,
       (SELECT greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(oldest.next_at)), 0))::float8
          FROM webhook_endpoints e CROSS JOIN LATERAL (
            SELECT o.next_at FROM outgoing o WHERE o.lane = e.id::text ORDER BY o.next_at LIMIT 1) AS oldest
          WHERE e.is_active) AS "lateSeconds",
       (SELECT count(*)::int FROM webhook_endpoints WHERE stop_reason IS NOT NULL) AS stopped`,
  );
  return row ?? { pending: 0, lateSeconds: 0, stopped: 0 };
}
