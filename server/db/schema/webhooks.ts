import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { STOP_REASONS } from '#contract/webhooks/rules.ts';
import type { Delivery, Webhook } from '#contract/webhooks/schema.ts';
import { createdAt, moment } from './columns.ts';

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  description: text('description').notNull(),
  eventTypes: text('event_types').array().$type<Webhook['eventTypes']>().notNull(),
  isActive: boolean('is_active').notNull(),
  /** Stored in plain text, because signing needs it. */
  secret: text('secret').notNull(),
  previousSecret: text('previous_secret'),
  previousSecretUntil: moment('previous_secret_until'),
  /** The database's time. */
  failingSince: moment('failing_since'),
  stopReason: text('stop_reason', { enum: STOP_REASONS }),
  createdAt: createdAt(),
  /** The administrator who created the webhook or last resumed it; null if unknown. */
  ownerId: uuid('owner_id'),
});

/**
 * The log of deliveries. A pending one waits in `outgoing`. No foreign key: an approval does not wait for a change of a
 * webhook. Times are the database's.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    endpointId: uuid('endpoint_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type').$type<Delivery['type']>().notNull(),
    body: text('body').notNull(),
    state: text('state', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    /** Those that ended; `outgoing` counts one that runs too. */
    attempts: integer('attempts').notNull().default(0),
    lastAt: moment('last_at'),
    lastMs: integer('last_ms'),
    lastStatus: integer('last_status'),
    lastFailure: text('last_failure').$type<Delivery['lastFailure']>(),
    answer: text('answer'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'webhook_deliveries_pkey', columns: [t.endpointId, t.id] }),
    index('webhook_deliveries_created_at_idx').on(t.createdAt),
  ],
);
