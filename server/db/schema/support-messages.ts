import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SUPPORT_CATEGORIES, SUPPORT_STATES } from '#contract/support-messages/rules.ts';
import { createdAt, moment } from './columns.ts';
import { ownerId } from './users.ts';

/** Messages of users to support. Each begins a conversation. */
export const supportMessages = pgTable(
  'support_messages',
  {
    userId: ownerId(),
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    category: text('category', { enum: SUPPORT_CATEGORIES }).notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    requestKey: uuid('request_key'),
    createdAt: createdAt(),
    state: text('state', { enum: SUPPORT_STATES }).notNull().default('open'),
    /** When the state began. Null is the time of creation, which servers of version 0049 write. */
    since: moment('since'),
    /** The time of the newest reply. Null without replies. */
    repliedAt: moment('replied_at'),
    /** The author of the last answer. */
    answeredBy: uuid('answered_by'),
    /** There is an answer that the user has not read. */
    isUnread: boolean('is_unread').notNull().default(false),
  },
  (t) => [
    uniqueIndex('support_messages_request_key_key').on(t.userId, t.requestKey),
    index('support_messages_created_at_idx').on(t.userId, t.createdAt),
    uniqueIndex('support_messages_owner_key').on(t.userId, t.id),
    index('support_messages_own_idx').on(
      t.userId,
      sql`(coalesce(${t.repliedAt}, ${t.createdAt}))`,
      t.id,
    ),
    index('support_messages_unread_idx').on(t.userId).where(sql`${t.isUnread}`),
    index('support_messages_open_idx')
      .on(sql`(coalesce(${t.since}, ${t.createdAt}))`, t.id)
      .where(sql`${t.state} = 'open'`),
    index('support_messages_answered_idx')
      .on(sql`(coalesce(${t.since}, ${t.createdAt}))`, t.id)
      .where(sql`${t.state} = 'answered'`),
    check('support_messages_state_check', sql`${t.state} IN ('open', 'answered')`),
  ],
);

/** Replies in conversations, by the user or by support. */
export const supportReplies = pgTable(
  'support_replies',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    messageId: uuid('message_id').notNull(),
    authorId: uuid('author_id').notNull(),
    isFromSupport: boolean('is_from_support').notNull(),
    text: text('text').notNull(),
    requestKey: uuid('request_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'support_replies_pkey', columns: [t.userId, t.id] }),
    foreignKey({
      name: 'support_replies_message_fkey',
      columns: [t.userId, t.messageId],
      foreignColumns: [supportMessages.userId, supportMessages.id],
    }).onDelete('cascade'),
    uniqueIndex('support_replies_request_key_key').on(t.userId, t.authorId, t.requestKey),
    index('support_replies_message_idx').on(t.userId, t.messageId, t.createdAt, t.id),
    index('support_replies_author_idx').on(t.authorId, t.createdAt),
  ],
);
