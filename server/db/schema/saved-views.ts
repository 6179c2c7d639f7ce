import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { LISTS_WITH_VIEWS } from '#contract/saved-views/rules.ts';
import { createdAt } from './columns.ts';
import { ownerId } from './users.ts';

export const savedViews = pgTable(
  'saved_views',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    list: text('list', { enum: LISTS_WITH_VIEWS }).notNull(),
    name: text('name').notNull(),
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'saved_views_pkey', columns: [t.userId, t.id] })],
);
