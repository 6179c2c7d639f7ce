import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Beneficiary, ReasonTexts } from '#contract/transactions/schema.ts';
import { TRANSACTION_STATUSES } from '#contract/transactions/states.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bytea, createdAt, moment, paise, type Sealed, userIdIn } from './columns.ts';
import { qrCodes } from './qr-codes.ts';
import { sources } from './sources.ts';
import { ownerId, users } from './users.ts';

/** The bank account of a transaction as it is stored: like `Beneficiary`, with its number sealed. */
export type StoredBeneficiary = Omit<Beneficiary, 'accountNumber'> & { accountNumber: Sealed };

export const transactions = pgTable(
  'transactions',
  {
    userId: userIdIn('user_id')
      .notNull()
      .references(() => users.id),
    id: uuid('id').notNull(),
    type: text('type', { enum: ['deposit', 'withdrawal'] }).notNull(),
    kind: text('kind', { enum: ['request', 'adjustment', 'closure'] })
      .notNull()
      .default('request'),
    amountPaise: paise('amount_paise').notNull(),
    status: text('status', { enum: TRANSACTION_STATUSES }).notNull().default('pending'),
    paymentMethod: text('payment_method').default('UPI'),
    /** Reference number of a deposit's payment, normalized. Several requests can have the same. */
    utr: text('utr'),
    referenceId: text('reference_id').notNull().unique('transactions_reference_key'),
    bankAccountId: uuid('bank_account_id'),
    beneficiary: jsonb('beneficiary').$type<StoredBeneficiary>(),
    receiptUrl: text('receipt_url'),
    permanentReceiptUrl: text('permanent_receipt_url'),
    qrCodeId: uuid('qr_code_id').references(() => qrCodes.id, { onDelete: 'set null' }),
    sourceId: uuid('source_id').references(() => sources.id, { onDelete: 'set null' }),
    userNotes: text('user_notes'),
    adminNotes: text('admin_notes'),
    /** The texts of a canned reason: it begins `admin_notes` of a rejection, and the second line of an adjustment's. */
    reason: jsonb('reason').$type<ReasonTexts>(),
    /** In the order of the wallet's lock. 0 for imported rows and rows older than this column. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    requestKey: uuid('request_key'),
    /** Fingerprint of the request with this `request_key`; null for rows older than this column. */
    requestFingerprint: bytea('request_fingerprint'),
    decisionKey: uuid('decision_key'),
    /** Whether the owner cancelled the request. Its status is then `rejected`, decided by the owner. */
    isCancelled: boolean('is_cancelled').notNull().default(false),
    /** When the owner last replaced the receipt of the pending deposit. */
    receiptReplacedAt: moment('receipt_replaced_at'),
    decidedBy: userIdIn('decided_by'),
    decidedAt: moment('decided_at'),
    approvedBy: uuid('approved_by'),
    approvedAt: moment('approved_at'),
    version: integer('version').notNull().default(1),
    /** Imported adjustments have no request key and are recognised by their texts, others by their kind. */
    isAdjustment: boolean('is_adjustment')
      .notNull()
      .generatedAlwaysAs(
        sql`kind <> 'request' OR (request_key IS NULL AND (
          lower(coalesce(payment_method, '')) IN ('admin adjustment', 'admin_adjustment')
          OR reference_id LIKE 'ADM-%'
          OR lower(coalesce(user_notes, '') || ' ' || coalesce(admin_notes, '')) LIKE '%administrator balance adjustment%'
          OR (lower(coalesce(payment_method, '')) = 'manual deposit'
            AND lower(coalesce(user_notes, '') || ' ' || coalesce(admin_notes, '')) LIKE '%adjustment%')))`,
      ),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'transactions_pkey', columns: [t.userId, t.id] }),
    index('transactions_id_idx').on(t.id),
    uniqueIndex('transactions_request_key_key').on(t.userId, t.requestKey),
    foreignKey({
      name: 'transactions_bank_account_fkey',
      columns: [t.userId, t.bankAccountId],
      foreignColumns: [bankAccounts.userId, bankAccounts.id],
    }),
    // No index contains a column that a decision changes, so that a decision changes no index (HOT). The first one contains
    // what a text search in a passbook reads of each row.
    index('transactions_user_order_idx').on(
      ...([t.userId, t.createdAt, t.seq, t.id, t.type, t.referenceId] as const),
    ),
    index('transactions_type_idx').on(t.type, t.createdAt, t.id),
    index('transactions_created_at_idx').on(t.createdAt, t.id),
    index('transactions_utr_idx').on(t.utr).where(sql`${t.utr} IS NOT NULL`),
    check('transactions_type_check', sql`${t.type} IN ('deposit', 'withdrawal')`),
    check('transactions_kind_check', sql`${t.kind} IN ('request', 'adjustment', 'closure')`),
    check(
      'transactions_status_check',
      sql`${t.status} IN (${sql.raw(TRANSACTION_STATUSES.map((name) => `'${name}'`).join(', '))})`,
    ),
    check(
      'transactions_amount_check',
      sql`${t.amountPaise} > 0 AND ${t.amountPaise} <= 9007199254740991`,
    ),
    check(
      'transactions_minimum_check',
      sql`${t.kind} <> 'request' OR ${t.type} <> 'withdrawal' OR ${t.amountPaise} >= 1000`,
    ),
    check(
      'transactions_decided_check',
      sql`(${t.status} = 'pending') = (${t.decidedAt} IS NULL) AND (${t.status} = 'approved') = (${t.approvedAt} IS NOT NULL)`,
    ),
    check(
      'transactions_receipt_check',
      sql`${t.kind} <> 'request' OR ${t.type} <> 'deposit' OR ${t.permanentReceiptUrl} IS NOT NULL OR ${t.receiptUrl} IS NOT NULL`,
    ),
    check(
      'transactions_beneficiary_check',
      sql`${t.kind} <> 'request' OR ${t.type} <> 'withdrawal' OR ${t.beneficiary} IS NOT NULL`,
    ),
  ],
);

/** The columns of a table that lists requests of one state. Maintained by the triggers of `transactions`. */
const listed = () => ({
  userId: userIdIn('user_id').notNull(),
  id: uuid('id').notNull(),
  type: text('type', { enum: ['deposit', 'withdrawal'] }).notNull(),
  createdAt: createdAt(),
  amountPaise: paise('amount_paise').notNull(),
});

/** The queue: one row for each pending transaction. */
export const pendingRequests = pgTable('pending_requests', listed(), (t) => [
  primaryKey({ name: 'pending_requests_pkey', columns: [t.userId, t.id] }),
  index('pending_requests_order_idx').on(t.type, t.createdAt, t.id),
]);

/** One row for each rejected transaction: they are too few to be found among all. */
export const rejectedRequests = pgTable('rejected_requests', listed(), (t) => [
  primaryKey({ name: 'rejected_requests_pkey', columns: [t.userId, t.id] }),
  index('rejected_requests_order_idx').on(t.type, t.createdAt, t.id),
]);

/** A separate table, so that decisions do not update its indexes. Maintained by triggers. */
export const transactionSearch = pgTable(
  'transaction_search',
  {
    userId: uuid('user_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ name: 'transaction_search_pkey', columns: [t.userId, t.transactionId] }),
    foreignKey({
      name: 'transaction_search_transaction_fkey',
      columns: [t.userId, t.transactionId],
      foreignColumns: [transactions.userId, transactions.id],
    }).onDelete('cascade'),
    index('transaction_search_text_idx').using('gin', t.text.op('gin_trgm_ops')),
    index('transaction_search_digits_idx').using('gin', sql`digit_grams(${t.text})`),
  ],
);

/** How the bank accounts of transactions are found. A separate table, so that decisions do not update its indexes. */
export const transactionAccounts = pgTable(
  'transaction_accounts',
  {
    userId: uuid('user_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    lastFour: text('last_four').notNull(),
    /** Keyed hash of the account number; null while the number is not sealed. */
    accountNumberHash: bytea('account_number_hash'),
  },
  (t) => [
    primaryKey({ name: 'transaction_accounts_pkey', columns: [t.userId, t.transactionId] }),
    foreignKey({
      name: 'transaction_accounts_transaction_fkey',
      columns: [t.userId, t.transactionId],
      foreignColumns: [transactions.userId, transactions.id],
    }).onDelete('cascade'),
    index('transaction_accounts_last_four_idx').on(t.lastFour),
    index('transaction_accounts_number_hash_idx').on(t.accountNumberHash),
  ],
);

/** Idempotency keys of requests that were cancelled because the server had not received them. They are pruned. */
export const cancelledRequests = pgTable(
  'cancelled_requests',
  {
    userId: ownerId(),
    requestKey: uuid('request_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'cancelled_requests_pkey', columns: [t.userId, t.requestKey] }),
    index('cancelled_requests_created_at_idx').on(t.createdAt),
  ],
);

/** Receipts that were replaced while their deposit was pending. The images stay as evidence. */
export const replacedReceipts = pgTable(
  'replaced_receipts',
  {
    userId: uuid('user_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    receiptUrl: text('receipt_url').notNull(),
    replacedAt: moment('replaced_at').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'replaced_receipts_pkey',
      columns: [t.userId, t.transactionId, t.receiptUrl],
    }),
    foreignKey({
      name: 'replaced_receipts_transaction_fkey',
      columns: [t.userId, t.transactionId],
      foreignColumns: [transactions.userId, transactions.id],
    }).onDelete('cascade'),
  ],
);

/** By day of the request (Asia/Kolkata). Maintained by a trigger on `transactions`. */
export const passbookDays = pgTable(
  'passbook_days',
  {
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    netPaise: paise('net_paise').notNull(),
    pendingDeposits: integer('pending_deposits').notNull(),
    approvedDeposits: integer('approved_deposits').notNull(),
    rejectedDeposits: integer('rejected_deposits').notNull(),
    pendingWithdrawals: integer('pending_withdrawals').notNull(),
    approvedWithdrawals: integer('approved_withdrawals').notNull(),
    rejectedWithdrawals: integer('rejected_withdrawals').notNull(),
  },
  (t) => [primaryKey({ name: 'passbook_days_pkey', columns: [t.userId, t.day] })],
);
