import { pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, moment, userIdIn } from './columns.ts';
import { users } from './users.ts';

/** The account of a person at the OpenID Connect provider, which signs them in. */
export const identities = pgTable(
  'identities',
  {
    userId: userIdIn('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** The address at the last sign-in, as a name for people. It decides nothing. */
    email: text('email'),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [unique('identities_subject_key').on(t.issuer, t.subject)],
);
