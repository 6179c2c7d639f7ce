import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, sealed } from './columns.ts';
import { statementAccounts } from './statements.ts';

/** Details of the operator's bank accounts that users pay to. */
export const depositAccounts = pgTable(
  'deposit_accounts',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => statementAccounts.id),
    accountHolderName: text('account_holder_name').notNull(),
    /** Always encrypted. */
    accountNumber: sealed('account_number').notNull(),
    ifscCode: text('ifsc_code').notNull(),
    bankName: text('bank_name').notNull(),
    /** Whether users see it. */
    isActive: boolean('is_active').notNull(),
    /** The checksum in the audit records covers this random value. */
    digestSalt: uuid('digest_salt').notNull(),
    digest: text('digest').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [check('deposit_accounts_ifsc_check', sql`${t.ifscCode} ~ '^[A-Z]{4}0[A-Z0-9]{6}$'`)],
);
