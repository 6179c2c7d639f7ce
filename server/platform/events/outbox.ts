import type { LiveEvent } from '#contract/events/schema.ts';
import type { Tx } from '../../db/database.ts';
import { insertSelect, insertStatement } from '../../db/insert-many.ts';
import { events as outboxTable } from '../../db/schema/events.ts';
import { webhookDeliveries } from '../../db/schema/webhooks.ts';
import { boolean, computed, selectFirst } from '../../db/selection.ts';
import { QUEUE_LOGGED } from '../queue/outgoing.queries.ts';

/** Internal event, not sent to browsers: ends the open streams of these sessions. Browsers receive `sessionEnded`. */
export interface SessionsEnded {
  entity: 'sessionsEnded';
  sessionIds: string[];
  reason: string;
}

/** The change of a transaction, with the owner's balance and a new notification if it changed them: one row for all. */
export type TransactionChanged = Extract<LiveEvent, { entity: 'transaction' }> & {
  also?: { balance: boolean; notificationId: string };
};

export type StoredEvent = LiveEvent | TransactionChanged | SessionsEnded;

export interface OutboxEvent {
  userId?: string;
  forAdmins?: boolean;
  forEveryone?: boolean;
  payload: StoredEvent;
}

export interface WebhookMessage {
  id: string;
  type: string;
  body: string;
}

interface Outbox {
  events: OutboxEvent[];
  webhookMessageFactories: (() => WebhookMessage[])[];
}

const outboxes = new WeakMap<Tx, Outbox>();

/** One statement at the end of the transaction writes all events, because a bulk decision has thousands. */
export function publish(tx: Tx, events: readonly OutboxEvent[]): void {
  if (events.length === 0) return;
  const outbox = outboxOf(tx);
  for (const event of events) outbox.events.push(event);
}

/** Written by one statement after the events. If no webhook is active, the messages are not created. */
export function queueForWebhooks(tx: Tx, create: () => WebhookMessage[]): void {
  outboxOf(tx).webhookMessageFactories.push(create);
}

function outboxOf(tx: Tx): Outbox {
  const known = outboxes.get(tx);
  if (known) return known;
  const outbox: Outbox = { events: [], webhookMessageFactories: [] };
  outboxes.set(tx, outbox);
  tx.beforeCommit(() => write(tx, outbox));
  return outbox;
}

const INSERT_DELIVERIES = insertSelect<typeof webhookDeliveries, 'state' | 'attempts'>(
  webhookDeliveries,
  {
    endpointId: 'e.id',
    id: 'm.id',
    type: 'm.type',
    body: 'm.body',
    createdAt: '$2::timestamptz',
    lastAt: 'NULL',
    lastMs: 'NULL',
    lastStatus: 'NULL',
    lastFailure: 'NULL',
    answer: 'NULL',
  },
);
const queueTo = (webhooks: string) => `WITH logged AS (${INSERT_DELIVERIES} FROM webhook_endpoints e
  JOIN jsonb_to_recordset($1::jsonb) AS m (id uuid, type text, body text) ON ${webhooks}
  RETURNING endpoint_id, id) ${QUEUE_LOGGED}`;
const TO_ONE = queueTo('e.id = $3');
const TO_SUBSCRIBED = queueTo('e.is_active AND m.type = ANY (e.event_types)');

/** Queues a message for one webhook, whatever its event types. */
export function queueForWebhook(
  tx: Tx,
  { endpointId, message }: { endpointId: string; message: WebhookMessage },
): void {
  tx.write(TO_ONE, [JSON.stringify([message]), tx.at, endpointId]);
}

const wanted = computed({
  isWanted: boolean('EXISTS (SELECT FROM webhook_endpoints WHERE is_active)'),
});

async function write(tx: Tx, { events, webhookMessageFactories }: Outbox): Promise<void> {
  if (events.length > 0) tx.notifyOutboxReaders();
  const rows = events.map(({ userId = null, forAdmins = false, forEveryone = false, payload }) => ({
    userId,
    forAdmins,
    forEveryone,
    payload,
    createdAt: tx.at,
  }));
  const { text, values } = insertStatement(outboxTable, rows, { defaults: ['xid'] });
  if (webhookMessageFactories.length === 0) return tx.write(text, values);
  // The same statement also returns whether a webhook is active, which saves a round trip.
  const writing = `WITH written AS (${text}) SELECT ${wanted.sql}`;
  const asked = await selectFirst(tx.query, wanted, writing, values);
  if (!asked?.isWanted) return;
  const messages = webhookMessageFactories.flatMap((create) => create());
  tx.write(TO_SUBSCRIBED, [JSON.stringify(messages), tx.at]);
}
