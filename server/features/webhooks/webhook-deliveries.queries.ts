import type { Query } from '#server/db/database.ts';
import { outgoing } from '#server/db/schema/outgoing.ts';
import { webhookDeliveries } from '#server/db/schema/webhooks.ts';
import {
  computed,
  integer,
  optional,
  type Selected,
  select,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';
import { QUEUE_LOGGED } from '#server/platform/queue/outgoing.queries.ts';

export interface DeliveryId {
  webhookId: string;
  id: string;
}

const listed = [
  'id',
  'type',
  'state',
  'createdAt',
  'lastAt',
  'lastMs',
  'lastStatus',
  'lastFailure',
] as const;
const queued = together(
  optional(selectionOf(outgoing, 'o', ['nextAt'])),
  computed({ attempts: integer('coalesce(o.attempts, d.attempts)') }),
);
const columns = together(selectionOf(webhookDeliveries, 'd', listed), queued);
const details = together(
  selectionOf(webhookDeliveries, 'd', [...listed, 'body', 'answer']),
  queued,
);
const DELIVERIES = `webhook_deliveries d LEFT JOIN outgoing o ON o.user_id IS NULL AND o.kind = 'webhook'
  AND o.lane = d.endpoint_id::text AND o.recipient = d.id::text`;

export async function selectDeliveries(
  query: Query,
  { webhookId, after, limit }: { webhookId: string; after: Position | undefined; limit: number },
): Promise<Selected<typeof columns>[]> {
  return select(
    query,
    columns,
    `SELECT ${columns.sql} FROM ${DELIVERIES}
     WHERE d.endpoint_id = $1 AND d.id < $2 ORDER BY d.id DESC LIMIT $3`,
    [webhookId, (after ?? NEWEST).id, limit],
  );
}

export async function findDelivery(
  query: Query,
  { webhookId, id }: DeliveryId,
): Promise<Selected<typeof details> | undefined> {
  const [row] = await select(
    query,
    details,
    `SELECT ${details.sql} FROM ${DELIVERIES} WHERE d.endpoint_id = $1 AND d.id = $2`,
    [webhookId, id],
  );
  return row;
}

/** Makes a delivery due. Returns whether it is still kept. */
export async function requeue(query: Query, { webhookId, id }: DeliveryId): Promise<boolean> {
  const queuedRows = await query(
    `WITH logged AS (UPDATE webhook_deliveries SET state = 'pending', attempts = 0
       WHERE endpoint_id = $1 AND id = $2 RETURNING endpoint_id, id)
     ${QUEUE_LOGGED} RETURNING 1`,
    [webhookId, id],
  );
  return queuedRows.length > 0;
}

export async function deleteDeliveriesBefore(
  query: Query,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const deleted = await query(
    `DELETE FROM webhook_deliveries WHERE (endpoint_id, id) IN (
       SELECT endpoint_id, id FROM webhook_deliveries WHERE created_at < $1 ORDER BY created_at LIMIT $2)
     RETURNING 1`,
    [before, limit],
  );
  return deleted.length;
}
