import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { settingTable } from '#contract/settings/table.ts';
import {
  API_SCOPES,
  LANGUAGES,
  LISTS_WITH_VIEWS,
  STOP_REASONS,
  SUSPENSION_REASONS,
} from '#contract/shared/rules.ts';
import type { Beneficiary, ReasonTexts } from '#contract/transactions/schema.ts';

interface AuditCheckPosition {
  chainId: string;
  seq: number;
  /** Hashes are hexadecimal. */
  hash: string;
  headSeq: number | null;
  headHash: string | null;
}

interface BrokenChain {
  chain_id: string;
  seq: number;
  reason: string;
}

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** Has millisecond precision, so that a cursor made from a JavaScript Date compares exactly. */
const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const paise = (name: string) => bigint(name, { mode: 'number' });
/** A sum over many users, without a maximum. */
const paiseSum = (name: string) => numeric(name, { mode: 'bigint' });
const createdAt = () => moment('created_at').notNull();

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: citext('username').notNull().unique('users_username_key'),
    /** The skeleton of a non-ASCII username; null if an older user already has the same skeleton. */
    usernameSkeleton: text('username_skeleton'),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    status: text('status', { enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_lookalike_key').on(
      sql`coalesce(${t.usernameSkeleton}, lower(${t.username}::text))`,
    ),
    index('users_created_at_idx').on(t.createdAt, t.id),
    index('users_admins_idx').on(t.id).where(sql`${t.role} = 'admin'`),
    check('users_role_check', sql`${t.role} IN ('user', 'admin')`),
    check('users_status_check', sql`${t.status} IN ('active', 'inactive')`),
    check('users_username_check', sql`length(${t.username}::text) >= 3`),
  ],
);

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

/**
 * Search texts of users in lower case, maintained by triggers. `shown` is the name, username and e-mail address shown
 * in lists; `handle` is the username and the id.
 */
export const userSearch = pgTable(
  'user_search',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    shown: text('shown').notNull(),
    handle: text('handle').notNull(),
  },
  (t) => [
    index('user_search_shown_idx').using('gin', t.shown.op('gin_trgm_ops')),
    index('user_search_handle_idx').using('gin', t.handle.op('gin_trgm_ops')),
    index('user_search_shown_digits_idx').using('gin', sql`digit_grams(${t.shown})`),
    index('user_search_handle_digits_idx').using('gin', sql`digit_grams(${t.handle})`),
  ],
);

export const userNotes = pgTable(
  'user_notes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    authorId: uuid('author_id').notNull(),
    text: text('text').notNull(),
    requestKey: uuid('request_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'user_notes_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('user_notes_request_key_key').on(t.userId, t.authorId, t.requestKey),
  ],
);

/** Administrators' saved list filters, stored as URL search parameters. */
export const savedViews = pgTable(
  'saved_views',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    list: text('list', { enum: LISTS_WITH_VIEWS }).notNull(),
    name: text('name').notNull(),
    search: jsonb('search').$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'saved_views_pkey', columns: [t.userId, t.id] })],
);

/** Sessions by the sha256 of their token. Ended sessions are kept with the reason. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytea('token_hash').notNull().unique('sessions_token_hash_key'),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    endedReason: text('ended_reason', {
      enum: ['logout', 'inactive', 'password_changed', 'expired'],
    }),
    ip: text('ip'),
    userAgent: text('user_agent'),
  },
  (t) => [
    index('sessions_user_id_idx').on(t.userId).where(sql`${t.endedAt} IS NULL`),
    index('sessions_expires_at_idx').on(t.expiresAt),
    index('sessions_created_at_idx').on(t.userId, t.createdAt, t.id),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: API_SCOPES }).array().notNull(),
    secretHash: bytea('secret_hash').notNull().unique('api_keys_secret_hash_key'),
    lastFour: text('last_four').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    revokedBy: uuid('revoked_by'),
    /** Why the key is suspended until an administrator resumes it; null if it is not suspended. */
    suspensionReason: text('suspension_reason', { enum: SUSPENSION_REASONS }),
  },
  (t) => [
    index('api_keys_user_id_idx').on(t.userId),
    check('api_keys_revoked_check', sql`(${t.revokedAt} IS NULL) = (${t.revokedBy} IS NULL)`),
  ],
);

/** Failed logins per key (such as a username, an address, a username from an address), for back-off. */
export const loginThrottles = pgTable(
  'login_throttles',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    windowStartedAt: moment('window_started_at').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (t) => [index('login_throttles_window_idx').on(t.windowStartedAt)],
);

/** Keys that sign device cookies. The newest one signs; all of them verify. */
export const deviceKeys = pgTable('device_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  secret: bytea('secret')
    .notNull()
    .default(sql`uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const walletBalances = pgTable(
  'wallet_balances',
  {
    userId: uuid('user_id').primaryKey(),
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
    primaryKey({ name: 'ledger_entries_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('ledger_entries_wallet_seq_key')
      .on(t.userId, t.seq)
      .where(sql`${t.account} = 'wallet'`),
    uniqueIndex('ledger_entries_posting_key').on(t.userId, t.transactionId, t.account),
    check('ledger_entries_account_check', sql`${t.account} IN ('wallet', 'house')`),
    check('ledger_entries_amount_check', sql`${t.amountPaise} <> 0`),
    check(
      'ledger_entries_wallet_check',
      sql`(${t.account} = 'wallet') = (${t.seq} IS NOT NULL AND ${t.balanceAfterPaise} IS NOT NULL)`,
    ),
    check('ledger_entries_balance_check', sql`${t.balanceAfterPaise} >= 0`),
  ],
);

export const banks = pgTable('banks', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  code: text('code').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

/** Deposit sources. A deleted source is kept for its deposits; it is inactive and in no list. */
export const sources = pgTable(
  'sources',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [check('sources_deleted_check', sql`${t.deletedAt} IS NULL OR NOT ${t.isActive}`)],
);

/** The files in the file store. A stored object without a row is an orphan, which the sweep removes. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['receipts', 'qr-codes', 'avatars', 'banner-images'] }).notNull(),
    userId: uuid('user_id'),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    byteSize: integer('byte_size').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('files_user_id_idx').on(t.userId, t.kind),
    index('files_receipt_hash_idx').on(t.sha256).where(sql`${t.kind} = 'receipts'`),
    check(
      'files_kind_check',
      sql`${t.kind} IN ('receipts', 'qr-codes', 'avatars', 'banner-images')`,
    ),
  ],
);

/** The total size of a user's own images, maintained by `insertFile` and `deleteFiles`. */
export const storedBytes = pgTable('stored_bytes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** QR codes. A deleted one is kept for its deposits; it is inactive, in no list and has no image. */
export const qrCodes = pgTable(
  'qr_codes',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    qrImageUrl: text('qr_image_url').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    check('qr_codes_name_check', sql`length(trim(${t.name})) > 0`),
    check('qr_codes_deleted_check', sql`${t.deletedAt} IS NULL OR NOT ${t.isActive}`),
  ],
);

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    accountHolderName: text('account_holder_name').notNull(),
    accountNumber: text('account_number').notNull(),
    bankName: text('bank_name').notNull(),
    ifscCode: text('ifsc_code'),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    primaryKey({ name: 'bank_accounts_pkey', columns: [t.userId, t.id] }),
    uniqueIndex('bank_accounts_one_default_key')
      .on(t.userId)
      .where(sql`${t.isDefault} AND ${t.deletedAt} IS NULL`),
    index('bank_accounts_created_at_idx').on(t.userId, t.createdAt, t.id),
    index('bank_accounts_number_idx').on(t.accountNumber),
    check('bank_accounts_number_check', sql`length(${t.accountNumber}) >= 5`),
  ],
);

export const transactions = pgTable(
  'transactions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    id: uuid('id').notNull(),
    type: text('type', { enum: ['deposit', 'withdrawal'] }).notNull(),
    kind: text('kind', { enum: ['request', 'adjustment', 'closure'] })
      .notNull()
      .default('request'),
    amountPaise: paise('amount_paise').notNull(),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    paymentMethod: text('payment_method').default('UPI'),
    referenceId: text('reference_id').notNull().unique('transactions_reference_key'),
    bankAccountId: uuid('bank_account_id'),
    beneficiary: jsonb('beneficiary').$type<Beneficiary>(),
    receiptUrl: text('receipt_url'),
    permanentReceiptUrl: text('permanent_receipt_url'),
    qrCodeId: uuid('qr_code_id').references(() => qrCodes.id, { onDelete: 'set null' }),
    sourceId: uuid('source_id').references(() => sources.id, { onDelete: 'set null' }),
    userNotes: text('user_notes'),
    adminNotes: text('admin_notes'),
    /** For a rejection with a canned reason: the beginning of `admin_notes` in the other languages. */
    reason: jsonb('reason').$type<ReasonTexts>(),
    /**
     * Number of the request, in the order of the wallet's lock, which orders the requests of a user even if clocks are
     * wrong. 0 for imported rows and for rows older than this column: these are ordered by time.
     */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    requestKey: uuid('request_key'),
    /** Fingerprint of the request with this `request_key`; null for rows older than this column. */
    requestFingerprint: bytea('request_fingerprint'),
    decisionKey: uuid('decision_key'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    approvedBy: uuid('approved_by'),
    approvedAt: moment('approved_at'),
    version: integer('version').notNull().default(1),
    /**
     * Whether the owner's dashboard hides the transaction. Adjustments made by this server are recognised by their
     * kind, independent of any user's text. Imported rows, which have no request key, are recognised by their texts.
     */
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
    // Contains all columns that passbooks filter and sum by, so that PostgreSQL can use an index-only scan.
    index('transactions_passbook_order_idx').on(
      ...([t.userId, t.createdAt, t.seq, t.id] as const),
      ...([t.status, t.type, t.amountPaise, t.referenceId] as const),
    ),
    index('transactions_status_idx').on(t.status, t.type, t.createdAt, t.id),
    index('transactions_pending_idx').on(t.userId).where(sql`${t.status} = 'pending'`),
    index('transactions_created_at_idx').on(t.createdAt, t.id),
    check('transactions_type_check', sql`${t.type} IN ('deposit', 'withdrawal')`),
    check('transactions_kind_check', sql`${t.kind} IN ('request', 'adjustment', 'closure')`),
    check('transactions_status_check', sql`${t.status} IN ('pending', 'approved', 'rejected')`),
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

/**
 * Search texts of transactions, maintained by triggers: reference and payment method in lower case. It is a separate
 * table so that decisions do not update its indexes.
 */
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

/** Idempotency keys of requests that were cancelled because the server had not received them. They are pruned. */
export const cancelledRequests = pgTable(
  'cancelled_requests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestKey: uuid('request_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'cancelled_requests_pkey', columns: [t.userId, t.requestKey] }),
    index('cancelled_requests_created_at_idx').on(t.createdAt),
  ],
);

/** Idempotency keys of decisions: each key belongs to one decision of an administrator. */
export const decisionRequests = pgTable(
  'decision_requests',
  {
    decidedBy: uuid('decided_by').notNull(),
    requestKey: uuid('request_key').notNull(),
    fingerprint: bytea('fingerprint').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'decision_requests_pkey', columns: [t.decidedBy, t.requestKey] })],
);

/** Deferred decisions that can still be undone. The lock of the transaction's row guards each of them. */
export const waitingDecisions = pgTable(
  'waiting_decisions',
  {
    userId: uuid('user_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    decidedBy: uuid('decided_by').notNull(),
    sessionId: uuid('session_id').notNull(),
    ip: text('ip').notNull(),
    decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
    notes: text('notes'),
    sourceId: uuid('source_id'),
    reasonId: uuid('reason_id'),
    requestKey: uuid('request_key').notNull(),
    /** This and the following times are the database's. */
    askedAt: moment('asked_at').notNull(),
    dueAt: moment('due_at').notNull(),
    /** The end of the lease of the server that executes the decision. */
    takenUntil: moment('taken_until'),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'waiting_decisions_pkey', columns: [t.userId, t.transactionId] })],
);

export const rejectionReasons = pgTable('rejection_reasons', {
  id: uuid('id').primaryKey(),
  texts: jsonb('texts').$type<ReasonTexts>().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

/** Which reviewer is working on a pending request (one per reviewer and type). Times are the database's. */
export const requestClaims = pgTable('request_claims', {
  transactionId: uuid('transaction_id').primaryKey(),
  claimedBy: uuid('claimed_by').notNull(),
  claimedAt: moment('claimed_at').notNull(),
  claimedUntil: moment('claimed_until').notNull(),
});

/** Counts and sums of transactions by type and status, rolled up from `transaction_total_deltas`. */
export const transactionTotals = pgTable(
  'transaction_totals',
  {
    type: text('type').notNull(),
    status: text('status').notNull(),
    count: paise('count').notNull(),
    amountPaise: paiseSum('amount_paise').notNull(),
  },
  (t) => [primaryKey({ name: 'transaction_totals_pkey', columns: [t.type, t.status] })],
);

/** Deltas added by a trigger on `transactions`, a few rows per statement, which avoids contention on totals. */
export const transactionTotalDeltas = pgTable('transaction_total_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  type: text('type').notNull(),
  status: text('status').notNull(),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/**
 * A user's transactions by the day of the request (Asia/Kolkata): the net amount of the approved ones, and the counts
 * by status and type. Maintained by a trigger on `transactions`.
 */
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

/** Counts of transactions on a user's dashboard, without adjustments. Maintained by a trigger. */
export const userRequestCounts = pgTable('user_request_counts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  total: paise('total').notNull(),
  pending: paise('pending').notNull(),
});

/**
 * Approved amounts by day of the approval (Asia/Kolkata), type and deposit source, rolled up from `daily_flow_deltas`.
 * There is no foreign key: sums remain only as long as their transactions.
 */
export const dailyFlows = pgTable(
  'daily_flows',
  {
    day: date('day', { mode: 'string' }).notNull(),
    type: text('type').notNull(),
    sourceId: uuid('source_id'),
    count: paise('count').notNull(),
    amountPaise: paiseSum('amount_paise').notNull(),
  },
  (t) => [
    unique('daily_flows_day_type_source_key').on(t.day, t.type, t.sourceId).nullsNotDistinct(),
  ],
);

/** Deltas added by a trigger on `transactions`, one row each, which avoids contention on daily sums. */
export const dailyFlowDeltas = pgTable('daily_flow_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  type: text('type').notNull(),
  sourceId: uuid('source_id'),
  count: paise('count').notNull(),
  amountPaise: paiseSum('amount_paise').notNull(),
});

/**
 * Counts of decided requests by day of the decision (Asia/Kolkata), administrator, outcome and, for rejections, the
 * English text of the canned reason. Rolled up from `daily_decision_deltas`.
 */
export const dailyDecisions = pgTable(
  'daily_decisions',
  {
    day: date('day', { mode: 'string' }).notNull(),
    decidedBy: uuid('decided_by'),
    status: text('status').notNull(),
    reason: text('reason'),
    count: paise('count').notNull(),
  },
  (t) => [
    unique('daily_decisions_key').on(t.day, t.decidedBy, t.status, t.reason).nullsNotDistinct(),
  ],
);

/** Deltas added by a trigger on `transactions`, one row each, which avoids contention on daily counts. */
export const dailyDecisionDeltas = pgTable('daily_decision_deltas', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  decidedBy: uuid('decided_by'),
  status: text('status').notNull(),
  reason: text('reason'),
  count: paise('count').notNull(),
});

/** The number of users, in sixteen shards by id, so that inserts of users rarely wait for each other. */
export const userCounts = pgTable('user_counts', {
  shard: integer('shard').primaryKey(),
  count: paise('count').notNull(),
});

export const adBanners = pgTable('ad_banners', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  description: text('description'),
  imageUrl: text('image_url').notNull(),
  linkUrl: text('link_url'),
  isActive: boolean('is_active').notNull().default(true),
  displayOrder: integer('display_order').notNull(),
  createdAt: createdAt(),
});

export const carouselSettings = pgTable(
  'carousel_settings',
  {
    id: integer('id').primaryKey().default(1),
    slideDuration: integer('slide_duration').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('carousel_settings_single_check', sql`${t.id} = 1`),
    check('carousel_settings_duration_check', sql`${t.slideDuration} BETWEEN 5 AND 60`),
  ],
);

/** Global settings that administrators change. A single row, inserted by a migration. */
export const walletSettings = pgTable(
  'wallet_settings',
  {
    id: integer('id').primaryKey().default(1),
    maxDepositPaise: paise('max_deposit_paise')
      .notNull()
      .default(settingTable.maxDepositPaise.default),
    /** This and the next two override the server's settings; null until an administrator saves one. */
    supportPhone: text('support_phone'),
    supportEmail: text('support_email'),
    processingTime: text('processing_time'),
    /** How long a decision can be undone; 0 disables undo. */
    undoSeconds: integer('undo_seconds').notNull().default(settingTable.undoSeconds.default),
    /** Target for the maximum waiting time of requests. */
    targetMinutes: integer('target_minutes').notNull().default(settingTable.targetMinutes.default),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [check('wallet_settings_single_check', sql`${t.id} = 1`)],
);

export const siteUrls = pgTable(
  'site_urls',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    description: text('description'),
    displayOrder: integer('display_order').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    check('site_urls_url_check', sql`${t.url} ~* '^https?://'`),
    check('site_urls_order_check', sql`${t.displayOrder} >= 0`),
  ],
);

const notificationColumns = () => ({
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  id: uuid('id').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  titleKey: text('title_key'),
  messageKey: text('message_key'),
  params: jsonb('params').$type<Record<string, string | number | null>>().notNull().default({}),
  type: text('type').notNull().default('other'),
  category: text('category').notNull().default('system'),
  read: boolean('read').notNull().default(false),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
});

export const notifications = pgTable('notifications', notificationColumns(), (t) => [
  primaryKey({ name: 'notifications_pkey', columns: [t.userId, t.id] }),
  index('notifications_created_at_idx').on(t.userId, t.createdAt, t.id),
  index('notifications_unread_idx').on(t.userId).where(sql`NOT ${t.read}`),
  index('notifications_from_user_idx')
    .on(sql`(${t.data} ->> 'from_user_id')`)
    .where(sql`${t.data} ->> 'from_user_id' IS NOT NULL`),
]);

/** Notifications that their recipient removed, kept while the removal can be undone. */
export const removedNotifications = pgTable(
  'removed_notifications',
  { ...notificationColumns(), removedAt: moment('removed_at').notNull() },
  (t) => [primaryKey({ name: 'removed_notifications_pkey', columns: [t.userId, t.id] })],
);

export const supportMessages = pgTable(
  'support_messages',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    category: text('category').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    requestKey: uuid('request_key'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('support_messages_request_key_key').on(t.userId, t.requestKey),
    index('support_messages_created_at_idx').on(t.userId, t.createdAt),
  ],
);

export const translations = pgTable(
  'translations',
  {
    textHash: bytea('text_hash').notNull(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    provider: text('provider').notNull(),
    translated: text('translated').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'translations_pkey', columns: [t.textHash, t.language, t.provider] })],
);

/** The newest link of each audit chain. Writers lock it, which orders the chain's rows. */
export const auditChains = pgTable('audit_chains', {
  chainId: text('chain_id').primaryKey(),
  seq: paise('seq').notNull(),
  hash: bytea('hash').notNull(),
});

const dayOf = (column: AnyPgColumn) => sql`((${column} AT TIME ZONE 'Asia/Kolkata')::date)`;

/** Append-only. Each user and each kind of shared row has a chain. `hash` covers the row and the previous hash. */
export const auditLog = pgTable(
  'audit_log',
  {
    chainId: text('chain_id').notNull(),
    seq: paise('seq').notNull(),
    id: uuid('id').notNull(),
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    ip: text('ip'),
    createdAt: createdAt(),
    previousHash: bytea('previous_hash').notNull(),
    hash: bytea('hash').notNull(),
    /**
     * Number of the record in the whole log. Within a chain it has the order of `seq`. 0 for records older than this
     * column. Lists are sorted by Indian day, then by this number, then by time.
     */
    logSeq: bigint('log_seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
  },
  (t) => [
    primaryKey({ name: 'audit_log_pkey', columns: [t.chainId, t.seq] }),
    index('audit_log_order_idx').on(dayOf(t.createdAt), t.logSeq, t.createdAt, t.id),
    index('audit_log_action_order_idx').on(
      ...([t.action, dayOf(t.createdAt), t.logSeq, t.createdAt, t.id] as const),
    ),
    index('audit_log_actor_order_idx').on(
      ...([t.actorId, t.action, dayOf(t.createdAt), t.logSeq, t.createdAt, t.id] as const),
    ),
    index('audit_log_chain_order_idx').on(
      ...([t.chainId, dayOf(t.createdAt), t.logSeq, t.createdAt, t.id] as const),
    ),
    index('audit_log_entity_idx').on(t.entityId.op('text_pattern_ops')),
  ],
);

/**
 * The progress of the background check of audit chains, and the findings of its previous pass. A single row, whose lock
 * keeps servers from checking concurrently. `last` is the newest checked row.
 */
export const auditChecks = pgTable(
  'audit_checks',
  {
    id: integer('id').primaryKey().default(1),
    last: jsonb('last').$type<AuditCheckPosition>(),
    chains: paise('chains').notNull().default(0),
    rows: paise('rows').notNull().default(0),
    broken: jsonb('broken').$type<BrokenChain[]>().notNull().default([]),
    passEndedAt: moment('pass_ended_at'),
    passChains: paise('pass_chains').notNull().default(0),
    passRows: paise('pass_rows').notNull().default(0),
    passBroken: jsonb('pass_broken').$type<BrokenChain[]>().notNull().default([]),
  },
  (t) => [check('audit_checks_single_check', sql`${t.id} = 1`)],
);

/**
 * When the records of requests and decisions began to contain all digests that `wallet verify` compares. Older records may
 * lack them. A single row, which the migration writes and nothing changes.
 */
export const auditRequirements = pgTable(
  'audit_requirements',
  {
    id: integer('id').primaryKey().default(1),
    digestsSince: moment('digests_since').notNull(),
  },
  (t) => [check('audit_requirements_single_check', sql`${t.id} = 1`)],
);

/** Start, end and failed invariants of the last scheduled verification. A single row; times are the database's. */
export const verifications = pgTable(
  'verifications',
  {
    id: integer('id').primaryKey().default(1),
    startedAt: moment('started_at').notNull(),
    checkedAt: moment('checked_at'),
    durationMs: integer('duration_ms'),
    failed: jsonb('failed').$type<string[]>().notNull().default([]),
  },
  (t) => [check('verifications_single_check', sql`${t.id} = 1`)],
);

/**
 * The outbox. Events are written in the transaction of their change and read in order of `id`, below the locks of open
 * writers (trigger `mark_event_writer`). The index on `xid` is for servers of the previous version.
 */
export const events = pgTable(
  'events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    userId: uuid('user_id'),
    forAdmins: boolean('for_admins').notNull(),
    forEveryone: boolean('for_everyone').notNull().default(false),
    payload: jsonb('payload').$type<object>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('events_xid_idx').on(t.xid, t.id), index('events_created_at_idx').on(t.createdAt)],
);

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  description: text('description').notNull(),
  eventTypes: text('event_types').array().notNull(),
  isActive: boolean('is_active').notNull(),
  /** Stored in plain text, because signing needs it. */
  secret: text('secret').notNull(),
  /** The previous secret, which also signs until `previousSecretUntil`. */
  previousSecret: text('previous_secret'),
  previousSecretUntil: moment('previous_secret_until'),
  /** The database's time. */
  failingSince: moment('failing_since'),
  stopReason: text('stop_reason', { enum: STOP_REASONS }),
  createdAt: createdAt(),
  /** The administrator who created the webhook or last resumed it; null if unknown. */
  ownerId: uuid('owner_id'),
});

/**
 * The queue of webhook deliveries and their results. There is no foreign key, so that an approval does not wait for a
 * change of a webhook. Times are the database's, except `created_at`.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    endpointId: uuid('endpoint_id').notNull(),
    id: uuid('id').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    state: text('state', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at'),
    /** The end of the lease of the server that sends the delivery. */
    takenUntil: moment('taken_until'),
    lastAt: moment('last_at'),
    lastMs: integer('last_ms'),
    lastStatus: integer('last_status'),
    lastFailure: text('last_failure'),
    answer: text('answer'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'webhook_deliveries_pkey', columns: [t.endpointId, t.id] }),
    index('webhook_deliveries_pending_idx')
      .on(t.endpointId, t.nextAt)
      .where(sql`${t.state} = 'pending'`),
    index('webhook_deliveries_created_at_idx').on(t.createdAt),
    check(
      'webhook_deliveries_pending_check',
      sql`(${t.state} = 'pending') = (${t.nextAt} IS NOT NULL)`,
    ),
  ],
);

/** Maps rows of the former system to imported rows, so that no row is imported twice. */
export const importedRows = pgTable(
  'imported_rows',
  {
    kind: text('kind').notNull(),
    oldId: text('old_id').notNull(),
    newId: uuid('new_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'imported_rows_pkey', columns: [t.kind, t.oldId] }),
    index('imported_rows_new_id_idx').on(t.newId),
  ],
);
