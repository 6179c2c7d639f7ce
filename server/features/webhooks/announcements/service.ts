import { WEBHOOK_TEST, type WebhookEvent } from '#contract/shared/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { transactions } from '#server/db/schema.ts';
import { queueForWebhooks, type WebhookMessage } from '#server/platform/events/outbox.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { enqueueFor } from '../queries.ts';

/** An event with its data: ids, states and amounts, but no personal data. */
export interface Announcement {
  type: WebhookEvent;
  data: object;
}

/**
 * Queues events for all subscribed webhooks at the end of the caller's transaction, by one statement. Runs no statement
 * if no webhook is active.
 */
export function announce(tx: Tx, announcements: readonly Announcement[]): void {
  if (announcements.length === 0) return;
  queueForWebhooks(tx, () => announcements.map((one) => toMessage(tx, one)));
}

export async function announceTest(tx: Tx, endpointId: string): Promise<void> {
  const message = toMessage(tx, { type: WEBHOOK_TEST, data: { webhookId: endpointId } });
  await enqueueFor(tx.query, { endpointId, message, at: tx.at });
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
  | 'referenceId'
  | 'createdAt'
  | 'decidedAt'
>;

/** Returns the event of a requested, approved or rejected transaction. */
export function toAnnouncement(row: Facts): Announcement {
  const { id, userId, type, kind, amountPaise, status, referenceId, createdAt, decidedAt } = row;
  return {
    type: `${type}.${status === 'pending' ? 'requested' : status}`,
    data: { id, userId, type, kind, amountPaise, status, referenceId, createdAt, decidedAt },
  };
}
