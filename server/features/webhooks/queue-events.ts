import type { z } from 'zod';
import { toShownStatus } from '#contract/transactions/rules.ts';
import {
  WEBHOOK_TEST,
  type WebhookEventData,
  type webhookTestData,
} from '#contract/webhooks/webhook-events.ts';
import type { Tx } from '#server/db/database.ts';
import type { transactions } from '#server/db/schema/transactions.ts';
import { queueForWebhook } from '#server/platform/events/outbox.ts';
import { toWebhookMessage } from '#server/platform/events/webhook-queue.ts';

export function enqueueTestEvent(tx: Tx, endpointId: string): void {
  const data: z.infer<typeof webhookTestData> = { webhookId: endpointId };
  const message = toWebhookMessage(tx, { type: WEBHOOK_TEST, data });
  queueForWebhook(tx, { endpointId, message });
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
