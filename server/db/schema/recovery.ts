import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, moment, userIdIn } from './columns.ts';
import { users } from './users.ts';

export const recoveryAddresses = pgTable(
  'recovery_addresses',
  {
    userId: userIdIn('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Confirmed by a code. */
    address: text('address'),
    pendingAddress: text('pending_address'),
    codeHash: bytea('code_hash'),
    codeExpiresAt: moment('code_expires_at'),
    codeAttempts: integer('code_attempts').notNull().default(0),
    dayStartedAt: moment('day_started_at').notNull(),
    dayMails: integer('day_mails').notNull().default(0),
  },
  (t) => [check('recovery_addresses_attempts_check', sql`${t.codeAttempts} >= 0`)],
);

/** The last link of each account that resets its password; without a hash it was used or not sent yet. */
export const passwordResets = pgTable('password_resets', {
  userId: userIdIn('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: bytea('token_hash'),
  expiresAt: moment('expires_at'),
  requestedAt: moment('requested_at').notNull(),
  dayStartedAt: moment('day_started_at').notNull(),
  dayMails: integer('day_mails').notNull().default(0),
});
