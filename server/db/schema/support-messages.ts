import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SUPPORT_CATEGORIES } from '#contract/support-messages/rules.ts';
import { createdAt } from './columns.ts';
import { users } from './users.ts';

export const supportMessages = pgTable(
  'support_messages',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    category: text('category', { enum: SUPPORT_CATEGORIES }).notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    requestKey: uuid('request_key'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('support_messages_request_key_key').on(t.userId, t.requestKey),
    index('support_messages_created_at_idx').on(t.userId, t.createdAt),
  ],
);
