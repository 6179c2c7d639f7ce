import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

export const banks = pgTable('banks', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  code: text('code').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});
