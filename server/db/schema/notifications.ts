import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, userIdIn } from './columns.ts';
import { users } from './users.ts';

const notificationColumns = () => ({
  userId: userIdIn('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  id: uuid('id').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  titleKey: text('title_key'),
  messageKey: text('message_key'),
  params: jsonb('params').$type<Record<string, string | number | null>>().notNull().default({}),
  type: text('type').notNull().default('other'),
  category: text('category').notNull().default('system'),
  read: boolean('read').notNull().default(false),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
});

export const notifications = pgTable('notifications', notificationColumns(), (t) => [
  primaryKey({ name: 'notifications_pkey', columns: [t.userId, t.id] }),
  index('notifications_created_at_idx').on(t.userId, t.createdAt, t.id),
  index('notifications_unread_idx').on(t.userId).where(sql`NOT ${t.read}`),
  index('notifications_from_user_idx')
    .on(sql`(${t.data} ->> 'from_user_id')`)
    .where(sql`${t.data} ->> 'from_user_id' IS NOT NULL`),
]);

/** Notifications that their recipient removed, kept while the removal can be undone. */
export const removedNotifications = pgTable(
  'removed_notifications',
  { ...notificationColumns(), removedAt: moment('removed_at').notNull() },
  (t) => [primaryKey({ name: 'removed_notifications_pkey', columns: [t.userId, t.id] })],
);
