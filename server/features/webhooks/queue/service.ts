import type { z } from 'zod';
import { toShownStatus } from '#contract/transactions/rules.ts';
import {
  WEBHOOK_TEST,
  type WebhookEventData,
  type webhookTestData,
} from '#contract/webhook-events.ts';
import type { Tx } from '#server/db/database.ts';
import type { transactions } from '#server/db/schema/transactions.ts';
import {
  queueForWebhook,
  queueForWebhooks,
  type WebhookMessage,
} from '#server/platform/events/outbox.ts';
import { newId } from '#server/platform/runtime/ids.ts';

/** Queues events at the end of the caller's transaction; runs no statement if no webhook is active. */
export function enqueueWebhookEvents(tx: Tx, events: readonly WebhookEventData[]): void {
  if (events.length === 0) return;
  queueForWebhooks(tx, () => events.map((event) => toMessage(tx, event)));
}

export function enqueueTestEvent(tx: Tx, endpointId: string): void {
  const data: z.infer<typeof webhookTestData> = { webhookId: endpointId };
  const message = toMessage(tx, { type: WEBHOOK_TEST, data });
  queueForWebhook(tx, { endpointId, message });
}

function toMessage(tx: Tx, { type, data }: { type: string; data: object }): WebhookMessage {
  const id = newId();
  return { id, type, body: JSON.stringify({ id, type, createdAt: tx.at, data }) };
}

type Facts = Pick<
  typeof transactions.$inferSelect,
  | 'id'
  | 'userId'
  | 'type'
  | 'kind'
  | 'amountPaise'
  | 'status'
  | 'isCancelled'
  | 'referenceId'
  | 'utr'
  | 'createdAt'
  | 'decidedAt'
>;

export function toRequestEvent(row: Facts): WebhookEventData {
  const { id, userId, type, kind, amountPaise, status, referenceId, utr } = row;
  const createdAt = row.createdAt.toISOString();
  const decidedAt = row.decidedAt?.toISOString() ?? null;
  const shown = toShownStatus(row);
  return {
    type: `${type}.${shown === 'pending' ? 'requested' : shown}`,
    data: { id, userId, type, kind, amountPaise, status, referenceId, utr, createdAt, decidedAt },
  };
}
