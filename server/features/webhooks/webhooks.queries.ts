import { sql } from 'drizzle-orm';
import type { Webhook } from '#contract/webhooks/schema.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { DrizzleRow } from '#server/db/insert-many.ts';
import { webhookEndpoints } from '#server/db/schema/webhooks.ts';
import {
  computed,
  countOf,
  integer,
  nullable,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  time,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

/** Deliveries are counted up to this number: an exact larger count is slow and not needed. */
const MOST_COUNTED = 1000;

const listed = [
  'id',
  'url',
  'description',
  'eventTypes',
  'isActive',
  'stopReason',
  'failingSince',
  'createdAt',
] as const;
const previousSecretUntil = nullable(
  time('CASE WHEN e.previous_secret_until > clock_timestamp() THEN e.previous_secret_until END'),
);
const columns = together(
  selectionOf(webhookEndpoints, 'e', listed),
  computed({
    previousSecretUntil,
    pending: integer(
      `SELECT count(*) FROM (SELECT 1 FROM outgoing o
         WHERE o.lane = e.id::text LIMIT ${MOST_COUNTED}) AS waiting`,
    ),
  }),
);
const locked = together(
  selectionOf(webhookEndpoints, 'e', [...listed, 'secret', 'ownerId']),
  computed({ previousSecretUntil }),
);

export type WebhookRow = Selected<typeof locked>;

export async function selectWebhooks(query: Query): Promise<Webhook[]> {
  return select(query, columns, 'FROM webhook_endpoints e ORDER BY e.created_at DESC, e.id DESC');
}

/** Serializes additions of webhooks; returns the number of webhooks. */
export async function lockWebhooks(query: Query): Promise<number> {
  await query('LOCK TABLE webhook_endpoints IN SHARE ROW EXCLUSIVE MODE');
  return countOf(query, 'webhook_endpoints');
}

export async function lockWebhook(query: Query, id: string): Promise<WebhookRow | undefined> {
  return selectFirst(query, locked, 'FROM webhook_endpoints e WHERE e.id = $1 FOR UPDATE', [id]);
}

/** Inserts a webhook, or updates one except its secrets and the time of its creation. */
export async function saveWebhook(orm: Orm, row: WebhookRow): Promise<void> {
  const created: DrizzleRow<typeof webhookEndpoints> = {
    ...row,
    previousSecret: null,
    previousSecretUntil: null,
  };
  const { id, secret, createdAt, previousSecretUntil, ...changes } = row;
  await orm
    .insert(webhookEndpoints)
    .values(created)
    .onConflictDoUpdate({ target: webhookEndpoints.id, set: changes });
}

export async function saveSecret(
  query: Query,
  { id, secret, overlapHours }: { id: string; secret: string; overlapHours: number },
): Promise<void> {
  const previousSecretUntil = sql`clock_timestamp() + ${overlapHours} * interval '1 hour'`;
  await update(query, webhookEndpoints, {
    set: { previousSecret: sql`secret`, secret, previousSecretUntil },
    where: { id },
  });
}

/** Also deletes what waits for it; what a transaction queues meanwhile expires. The log is deleted by age: it may be long, and no screen shows it. */
export async function deleteWebhook(query: Query, id: string): Promise<void> {
  await query('DELETE FROM webhook_endpoints WHERE id = $1', [id]);
  await query('DELETE FROM outgoing WHERE lane = $1', [id]);
}
