import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ROW_DENSITIES } from '#contract/profiles/rules.ts';
import type { ListLayout } from '#contract/profiles/schema.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { moment, userIdIn } from './columns.ts';
import { users } from './users.ts';

export const userProfiles = pgTable(
  'user_profiles',
  {
    userId: userIdIn('user_id')
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
    /** How lists of administrators look; null until chosen. */
    rowDensity: text('row_density', { enum: ROW_DENSITIES }),
    hiddenColumns: jsonb('hidden_columns').$type<ListLayout['hidden']>(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check(
      'user_profiles_language_check',
      sql`${t.language} IN ('en', 'hi', 'te', 'ml', 'ta', 'kn')`,
    ),
  ],
);
