import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, paise, userIdIn } from './columns.ts';

export const walletBalances = pgTable(
  'wallet_balances',
  {
    userId: userIdIn('user_id').primaryKey(),
    balancePaise: paise('balance_paise').notNull().default(0),
    heldPaise: paise('held_paise').notNull().default(0),
    seq: paise('seq').notNull().default(0),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check(
      'wallet_balances_held_check',
      sql`0 <= ${t.heldPaise} AND ${t.heldPaise} <= ${t.balancePaise}`,
    ),
    check('wallet_balances_range_check', sql`${t.balancePaise} <= 9007199254740991`),
  ],
);

/**
 * Append-only. Each posting has two or more entries that sum to zero. The wallet's entry holds the wallet's `seq` and
 * the balance after it. There are no foreign keys, because entries outlive the account.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    account: text('account', { enum: ['wallet', 'house'] }).notNull(),
    amountPaise: paise('amount_paise').notNull(),
    seq: paise('seq'),
    balanceAfterPaise: paise('balance_after_paise'),
    createdAt: createdAt(),
  },
  (t) => [
    // No index has the ids: nothing looks an entry up by its id.
    primaryKey({
      name: 'ledger_entries_posting_key',
      columns: [t.userId, t.transactionId, t.account],
    }),
    uniqueIndex('ledger_entries_wallet_seq_key')
      .on(t.userId, t.seq)
      .where(sql`${t.account} = 'wallet'`),
    check('ledger_entries_account_check', sql`${t.account} IN ('wallet', 'house')`),
    check('ledger_entries_amount_check', sql`${t.amountPaise} <> 0`),
    check(
      'ledger_entries_wallet_check',
      sql`(${t.account} = 'wallet') = (${t.seq} IS NOT NULL AND ${t.balanceAfterPaise} IS NOT NULL)`,
    ),
    check('ledger_entries_balance_check', sql`${t.balanceAfterPaise} >= 0`),
  ],
);

/**
 * The payments whose money is in a wallet: the second credit of one violates the unique key. There are no foreign keys,
 * because payments outlive the account.
 */
export const creditedPayments = pgTable(
  'credited_payments',
  {
    id: uuid('id').primaryKey(),
    /** The normalized reference number of the payment; its shape is that of the rail. */
    utr: text('utr').notNull(),
    /** The line of a bank statement that has the money, whose parts can be credited to several requests; otherwise the request. */
    ownerId: uuid('owner_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The first request that was credited. */
    transactionId: uuid('transaction_id').notNull(),
    /** The request that was credited with this reference before. Two administrators said that this is another payment. */
    differsFrom: uuid('differs_from'),
    reason: text('reason'),
    creditedAt: moment('credited_at').notNull(),
    /** When the credit was taken back. */
    releasedAt: moment('released_at'),
  },
  (t) => [
    uniqueIndex('credited_payments_utr_key')
      .on(t.utr)
      .where(sql`${t.differsFrom} IS NULL AND ${t.releasedAt} IS NULL`),
    index('credited_payments_owner_idx').on(t.ownerId),
    index('credited_payments_transaction_idx').on(t.transactionId),
    check(
      'credited_payments_reason_check',
      sql`(${t.differsFrom} IS NULL) = (${t.reason} IS NULL)`,
    ),
  ],
);
