import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

export const sources = pgTable(
  'sources',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [check('sources_deleted_check', sql`${t.deletedAt} IS NULL OR NOT ${t.isActive}`)],
);
