import { sql } from 'drizzle-orm';
import type { Query } from '#server/db/database.ts';
import { webhookDeliveries } from '#server/db/schema/webhooks.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';

export interface DeliveryId {
  webhookId: string;
  id: string;
}

const listed = [
  'id',
  'type',
  'state',
  'attempts',
  'createdAt',
  'nextAt',
  'lastAt',
  'lastMs',
  'lastStatus',
  'lastFailure',
] as const;
const columns = selectionOf(webhookDeliveries, 'd', listed);
const details = selectionOf(webhookDeliveries, 'd', [...listed, 'body', 'answer']);

export async function selectDeliveries(
  query: Query,
  { webhookId, after, limit }: { webhookId: string; after: Position | undefined; limit: number },
): Promise<Selected<typeof columns>[]> {
  return query(
    `SELECT ${columns.sql} FROM webhook_deliveries d
     WHERE endpoint_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    [webhookId, (after ?? NEWEST).id, limit],
  );
}

export async function findDelivery(
  query: Query,
  { webhookId, id }: DeliveryId,
): Promise<Selected<typeof details> | undefined> {
  const [row] = await query<Selected<typeof details>>(
    `SELECT ${details.sql} FROM webhook_deliveries d WHERE endpoint_id = $1 AND id = $2`,
    [webhookId, id],
  );
  return row;
}

export async function requeue(query: Query, { webhookId, id }: DeliveryId): Promise<boolean> {
  return update(query, webhookDeliveries, {
    set: { state: 'pending', attempts: 0, nextAt: sql`now()` },
    where: { endpointId: webhookId, id },
  });
}

/** A transaction that queued events while the webhook was being deleted leaves such rows. */
export async function deleteOrphanedDeliveries(query: Query, limit: number): Promise<number> {
  const deleted = await query(
    `DELETE FROM webhook_deliveries WHERE (endpoint_id, id) IN (
       SELECT endpoint_id, id FROM webhook_deliveries d WHERE state = 'pending'
         AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id) LIMIT $1)
     RETURNING 1`,
    [limit],
  );
  return deleted.length;
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
