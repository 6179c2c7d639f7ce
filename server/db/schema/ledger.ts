import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
