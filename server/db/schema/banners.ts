import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

export const adBanners = pgTable('ad_banners', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  imageUrl: text('image_url').notNull(),
  linkUrl: text('link_url'),
  isActive: boolean('is_active').notNull().default(true),
  displayOrder: integer('display_order').notNull(),
  createdAt: createdAt(),
});

export const carouselSettings = pgTable(
  'carousel_settings',
  {
    id: integer('id').primaryKey().default(1),
    slideDuration: integer('slide_duration').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('carousel_settings_single_check', sql`${t.id} = 1`),
    check('carousel_settings_duration_check', sql`${t.slideDuration} BETWEEN 5 AND 60`),
  ],
);
