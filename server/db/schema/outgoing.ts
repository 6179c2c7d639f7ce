import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Topic } from '#contract/notifications/rules.ts';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

const OUTGOING_KINDS = [
  'resetPassword',
  'confirmAddress',
  'addressChanged',
  'notification',
  'digest',
  /** A notification on a device. */
  'push',
  'webhook',
] as const;
export type OutgoingKind = (typeof OUTGOING_KINDS)[number];
export type MailKind = Exclude<OutgoingKind, 'push' | 'webhook'>;

/** A notification as a mail or a device says it: catalogue keys, and the values of their placeholders. */
export interface NoticeContent {
  topic: Topic;
  titleKey: string;
  /** Null if the text is only for the signed-in person. */
  messageKey: string | null;
  params: Record<string, string | number | null>;
}

/**
 * The queue: what is to be sent. A row is deleted when it was sent or has expired; failed mails of notifications are kept for
 * administrators. It has no secret: a link is made when sending. Times are the database's.
 */
export const outgoing = pgTable(
  'outgoing',
  {
    id: uuid('id').primaryKey(),
    /** Null for webhooks. No foreign key to these: an approval does not wait for a change of a webhook. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: OUTGOING_KINDS }).notNull(),
    /** `mail` (links, codes and digests), `notice`, `push`, or the id of a webhook: a server claims from one at a time. */
    lane: text('lane').notNull(),
    /**
     * The address of a mail that does not go to the current address of the account; the id of a notification; of one on a
     * device, also the subscription; the id of a delivery.
     */
    recipient: text('recipient').notNull().default(''),
    /** The device that shows the notification; null for all others. */
    subscriptionId: uuid('subscription_id'),
    /** The text of a notification: the person may have deleted the notification. */
    content: jsonb('content').$type<NoticeContent>(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at').notNull(),
    /** The end of the lease of the server that sends the message. */
    takenUntil: moment('taken_until'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    /** Set after the last attempt. */
    failedAt: moment('failed_at'),
    /** The error's code and the status of the mail server. Its text may have the address. */
    failure: text('failure'),
  },
  (t) => [
    unique('outgoing_key').on(t.userId, t.kind, t.lane, t.recipient).nullsNotDistinct(),
    index('outgoing_lane_idx').on(t.lane, t.nextAt),
    index('outgoing_expires_at_idx').on(t.expiresAt),
    index('outgoing_failed_idx').on(t.failedAt, t.id).where(sql`${t.failedAt} IS NOT NULL`),
  ],
);
