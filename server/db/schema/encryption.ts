import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/** One row: since when account numbers are sealed, and when all older ones were. */
export const numberEncryption = pgTable(
  'number_encryption',
  {
    id: integer('id').primaryKey().default(1),
    /** In the future while servers of the previous version, which cannot open numbers, may still run. */
    since: timestamp('since', { withTimezone: true, precision: 3, mode: 'string' }).notNull(),
    completedAt: moment('completed_at'),
    /** When all older numbers of transactions could be searched (`transaction_accounts`). */
    indexedAt: moment('indexed_at'),
  },
  (t) => [check('number_encryption_single_check', sql`${t.id} = 1`)],
);

/** Ids of keys that have sealed values of this database. */
export const secretKeys = pgTable('secret_keys', {
  id: text('id').primaryKey(),
  createdAt: createdAt(),
});

/** Which key each running process may encrypt with. Ended leases are removed. */
export const secretKeyLeases = pgTable('secret_key_leases', {
  serverId: uuid('server_id').primaryKey(),
  keyId: text('key_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
