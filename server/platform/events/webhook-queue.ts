import type { WebhookEventData } from '#contract/webhooks/webhook-events.ts';
import { newId } from '../../base/ids.ts';
import type { Tx } from '../../db/database.ts';
import { queueForWebhooks, type WebhookMessage } from './outbox.ts';

/** Queues events at the end of the caller's transaction; runs no statement if no webhook is active. */
export function enqueueWebhookEvents(tx: Tx, events: readonly WebhookEventData[]): void {
  if (events.length === 0) return;
  queueForWebhooks(tx, () => events.map((event) => toWebhookMessage(tx, event)));
}

export function toWebhookMessage(
  tx: Tx,
  { type, data }: { type: string; data: object },
): WebhookMessage {
  const id = newId();
  return { id, type, body: JSON.stringify({ id, type, createdAt: tx.at, data }) };
}
