import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type AmountSigns,
  type DateOrder,
  PAYMENT_RAILS,
  STATEMENT_FORMATS,
  type StatementColumns,
} from '#contract/statements/rules.ts';
import { createdAt, moment, paise } from './columns.ts';

/** Bank accounts of the operator. */
export const statementAccounts = pgTable(
  'statement_accounts',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The last four digits of the account number, to recognize statements of another account. */
    lastFour: text('last_four'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [check('statement_accounts_last_four_check', sql`${t.lastFour} ~ '^[0-9]{4}$'`)],
);

/** Files that were imported. The files themselves are not stored. */
export const statementImports = pgTable(
  'statement_imports',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => statementAccounts.id),
    importedBy: uuid('imported_by').notNull(),
    createdAt: createdAt(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    format: text('format', { enum: [...STATEMENT_FORMATS] }).notNull(),
    newLines: integer('new_lines').notNull(),
    knownLines: integer('known_lines').notNull(),
    skippedRows: integer('skipped_rows').notNull(),
    gapCount: integer('gap_count').notNull(),
    /** The first skipped rows with their reasons, and the first gaps. */
    problems: jsonb('problems').$type<StatementProblems>().notNull(),
    firstDay: date('first_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
    undoneAt: moment('undone_at'),
    undoneBy: uuid('undone_by'),
  },
  (t) => [
    index('statement_imports_newest_idx').on(t.createdAt, t.id),
    index('statement_imports_account_idx').on(t.accountId, t.createdAt),
    check('statement_imports_undone_check', sql`(${t.undoneAt} IS NULL) = (${t.undoneBy} IS NULL)`),
  ],
);

export interface StatementProblems {
  skipped: { row: number; reason: string; text: string }[];
  gaps: { row: number; expectedPaise: number; foundPaise: number }[];
}

/** Payments of the operator's bank accounts. `line_key` is equal for the same line of overlapping files. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => statementAccounts.id),
    importId: uuid('import_id')
      .notNull()
      .references(() => statementImports.id),
    lineKey: text('line_key').notNull(),
    row: integer('row').notNull(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    valueOn: date('value_on', { mode: 'string' }),
    /** Positive for received money. */
    paise: paise('paise').notNull(),
    narration: text('narration').notNull(),
    reference: text('reference').notNull(),
    transactionId: text('transaction_id'),
    balancePaise: paise('balance_paise'),
    rail: text('rail', { enum: [...PAYMENT_RAILS] }),
    /** The most likely reference number of the payment; the others are in `utrs`, separated by spaces. */
    utr: text('utr'),
    utrs: text('utrs').notNull(),
    /** Reference of a deposit request in the narration. */
    ourReference: text('our_reference'),
    vpa: text('vpa'),
    isReturn: boolean('is_return').notNull(),
  },
  (t) => [
    uniqueIndex('statement_lines_key').on(t.accountId, t.lineKey),
    index('statement_lines_import_idx').on(t.importId),
    index('statement_lines_newest_idx').on(t.bookedOn, t.id),
    index('statement_lines_utr_idx').on(t.utr),
    index('statement_lines_reference_idx').on(t.ourReference),
    check('statement_lines_paise_check', sql`${t.paise} <> 0`),
  ],
);

/** How files with the same headings are read. */
export const statementMappings = pgTable('statement_mappings', {
  fingerprint: text('fingerprint').primaryKey(),
  columns: jsonb('columns').$type<StatementColumns>(),
  signs: text('signs').$type<AmountSigns>(),
  dateOrder: text('date_order').$type<DateOrder>(),
  savedBy: uuid('saved_by').notNull(),
  createdAt: createdAt(),
});
