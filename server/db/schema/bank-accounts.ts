import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, moment, sealed } from './columns.ts';
import { ownerId } from './users.ts';

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    accountHolderName: text('account_holder_name').notNull(),
    /** Sealed, with the last four characters readable (`platform/secrets/account-numbers.ts`). */
    accountNumber: sealed('account_number').notNull(),
    /** Keyed hash of the number, for equality search; null until the number is sealed. */
    accountNumberHash: bytea('account_number_hash'),
    bankName: text('bank_name').notNull(),
    ifscCode: text('ifsc_code'),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
    /** Random. The checksum in the audit record covers it; null in rows of before, and once the account is erased. */
    digestSalt: uuid('digest_salt'),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    primaryKey({ name: 'bank_accounts_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('bank_accounts_one_default_key')
      .on(t.userId)
      .where(sql`${t.isDefault} AND ${t.deletedAt} IS NULL`),
    index('bank_accounts_created_at_idx').on(t.userId, t.createdAt, t.id),
    index('bank_accounts_number_idx').on(t.accountNumber),
    index('bank_accounts_number_hash_idx').on(t.accountNumberHash),
    index('bank_accounts_last_four_idx').on(sql`right(${t.accountNumber}, 4)`),
    check('bank_accounts_number_check', sql`length(${t.accountNumber}) >= 5`),
  ],
);
