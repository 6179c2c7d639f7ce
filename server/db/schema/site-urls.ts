import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

export const siteUrls = pgTable(
  'site_urls',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    description: text('description'),
    displayOrder: integer('display_order').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    check('site_urls_url_check', sql`${t.url} ~* '^https?://'`),
    check('site_urls_order_check', sql`${t.displayOrder} >= 0`),
  ],
);
