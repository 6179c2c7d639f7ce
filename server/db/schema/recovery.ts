import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Topic } from '#contract/notifications/rules.ts';
import { bytea, createdAt, moment, userIdIn } from './columns.ts';
import { ownerId, users } from './users.ts';

const MAIL_KINDS = [
  'resetPassword',
  'confirmAddress',
  'addressChanged',
  'notification',
  'digest',
  /** A notification on a device. */
  'push',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A notification as a mail or a device says it: catalogue keys, and the values of their placeholders. */
export interface NoticeContent {
  topic: Topic;
  titleKey: string;
  /** Null if the text is only for the signed-in person. */
  messageKey: string | null;
  params: Record<string, string | number | null>;
}

/**
 * Mails, and notifications on devices, to send. A row is deleted when it was sent or has expired; failed mails of
 * notifications are kept for administrators.
 * It has no secret: a link is made when sending.
 */
export const mailQueue = pgTable(
  'mail_queue',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: MAIL_KINDS }).notNull(),
    /**
     * The address of a mail that does not go to the current address of the account; the id of a notification; of one on a
     * device, also the subscription.
     */
    recipient: text('recipient').notNull().default(''),
    /** The device that shows the notification; null for mails. */
    subscriptionId: uuid('subscription_id'),
    /** The text of a notification: the person may have deleted the notification. */
    content: jsonb('content').$type<NoticeContent>(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at').notNull(),
    /** The end of the lease of the server that sends the mail. */
    takenUntil: moment('taken_until'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    /** Set after the last attempt. */
    failedAt: moment('failed_at'),
    /** The error's code and the status of the mail server. Its text may have the address. */
    failure: text('failure'),
  },
  (t) => [
    primaryKey({ name: 'mail_queue_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('mail_queue_kind_key').on(t.userId, t.kind, t.recipient),
    index('mail_queue_next_at_idx').on(t.nextAt),
    // Links and codes are sent before notifications.
    index('mail_queue_first_idx').on(t.nextAt).where(sql`${t.content} IS NULL`),
    index('mail_queue_push_idx').on(t.nextAt).where(sql`${t.subscriptionId} IS NOT NULL`),
    index('mail_queue_failed_idx').on(t.failedAt, t.id).where(sql`${t.failedAt} IS NOT NULL`),
  ],
);

export const recoveryAddresses = pgTable(
  'recovery_addresses',
  {
    userId: userIdIn('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Confirmed by a code. */
    address: text('address'),
    pendingAddress: text('pending_address'),
    codeHash: bytea('code_hash'),
    codeExpiresAt: moment('code_expires_at'),
    codeAttempts: integer('code_attempts').notNull().default(0),
    dayStartedAt: moment('day_started_at').notNull(),
    dayMails: integer('day_mails').notNull().default(0),
  },
  (t) => [check('recovery_addresses_attempts_check', sql`${t.codeAttempts} >= 0`)],
);

/** The last link of each account that resets its password; without a hash it was used or not sent yet. */
export const passwordResets = pgTable('password_resets', {
  userId: userIdIn('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: bytea('token_hash'),
  expiresAt: moment('expires_at'),
  requestedAt: moment('requested_at').notNull(),
  dayStartedAt: moment('day_started_at').notNull(),
  dayMails: integer('day_mails').notNull().default(0),
});
