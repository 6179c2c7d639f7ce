import { DELIVERIES_KEPT_DAYS } from '#contract/webhooks/rules.ts';
import type { Delivery, DeliveryDetails } from '#contract/webhooks/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { enqueueTestEvent } from './queue-events.ts';
import {
  type DeliveryId,
  deleteDeliveriesBefore,
  findDelivery,
  requeue,
  selectDeliveries,
} from './webhook-deliveries.queries.ts';
import { lockExisting } from './webhooks.ts';

const DAY_MS = 24 * 60 * 60_000;
const PRUNED_AT_ONCE = 5000;

export async function listDeliveries(
  { db }: Deps,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ rows: Delivery[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await selectDeliveries(db.query, { webhookId: id, after, limit: limit + 1 });
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
}

export async function getDelivery({ db }: Deps, wanted: DeliveryId): Promise<DeliveryDetails> {
  const found = await findDelivery(db.query, wanted);
  if (!found) throw appError('DELIVERY_NOT_FOUND');
  return found;
}

export async function sendTest(deps: Deps, actor: Actor, webhookId: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    await requireActive(tx, webhookId);
    enqueueTestEvent(tx, webhookId);
    await recordChange(tx, { actor, action: 'webhook.test', webhookId, after: null });
  });
}

/** Keeps id, body and attempts. Throws WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE or DELIVERY_NOT_FOUND. */
export async function resend(deps: Deps, actor: Actor, wanted: DeliveryId): Promise<void> {
  const { webhookId, id } = wanted;
  await runCommand(deps, actor, async (tx) => {
    await requireActive(tx, webhookId);
    if (!(await requeue(tx.query, wanted))) throw appError('DELIVERY_NOT_FOUND');
    await recordChange(tx, { actor, action: 'webhook.resend', webhookId, after: { delivery: id } });
  });
}

async function requireActive(tx: Tx, webhookId: string): Promise<void> {
  const { isActive } = await lockExisting(tx, webhookId);
  if (!isActive) throw appError('WEBHOOK_INACTIVE');
}

type Change = { actor: Actor; webhookId: string } & (
  | { action: 'webhook.test'; after: null }
  | { action: 'webhook.resend'; after: { delivery: string } }
);

async function recordChange(tx: Tx, { actor, webhookId, ...change }: Change): Promise<void> {
  const entry = { chainId: 'webhooks', entity: 'webhook', entityId: webhookId } as const;
  await recordAudit(tx, { actor, entries: [{ ...entry, ...change, before: null }] });
}

export async function pruneDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS);
  const limit = PRUNED_AT_ONCE;
  while ((await deleteDeliveriesBefore(db.query, { before, limit })) === limit);
}
