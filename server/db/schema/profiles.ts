import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { moment } from './columns.ts';
import { users } from './users.ts';

export const userProfiles = pgTable(
  'user_profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    country: text('country'),
    avatarUrl: text('avatar_url'),
    language: text('language', { enum: LANGUAGES }),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check(
      'user_profiles_language_check',
      sql`${t.language} IN ('en', 'hi', 'te', 'ml', 'ta', 'kn')`,
    ),
  ],
);
