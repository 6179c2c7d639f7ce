import { z } from 'zod';
import { cursor, done, forAdmins, id, line, pageOf, pageSize, requestKey } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_NAME_LENGTH } from '../shared/limits.ts';
import {
  AMOUNT_SIGNS,
  DATE_ORDERS,
  KNOWN_REASONS,
  LINE_DIRECTIONS,
  MAX_FILE_NAME,
  MAX_LISTED,
  MAX_STATEMENT_COLUMNS,
  MAX_STATEMENT_ROWS,
  OVERLAP_ANSWERS,
  PAYMENT_RAILS,
  SKIP_REASONS,
  STATEMENT_BANKS,
  STATEMENT_FORMATS,
} from './rules.ts';

const day = z.iso.date();
const paise = z.int();
const column = z
  .int()
  .min(0)
  .max(MAX_STATEMENT_COLUMNS - 1);

export const statementAccount = z.object({
  id,
  name: z.string(),
  lastFour: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.date(),
});
export type StatementAccount = z.infer<typeof statementAccount>;

export const statementAccountForm = z.object({
  name: line(MAX_NAME_LENGTH),
  /** The last four digits of the account number. */
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  isActive: z.boolean(),
});
export type StatementAccountForm = z.infer<typeof statementAccountForm>;

const columns = z.object({
  date: column,
  valueDate: column.optional(),
  narration: z.array(column).max(4),
  reference: z.array(column).max(4),
  transactionId: column.optional(),
  debit: column.optional(),
  credit: column.optional(),
  amount: column.optional(),
  sign: column.optional(),
  balance: column.optional(),
  balanceSign: column.optional(),
  currency: column.optional(),
});

const mapping = z.object({
  headingRow: z.int().min(0).max(MAX_STATEMENT_ROWS).nullable(),
  columns,
  signs: z.enum(AMOUNT_SIGNS),
  dateOrder: z.enum(DATE_ORDERS),
});

/** Form data of the upload `importStatement`. */
export const statementForm = z.object({
  /** Names the import. A repetition returns the first import. */
  requestKey: requestKey.optional(),
  accountId: id,
  fileName: line(MAX_FILE_NAME),
  /** Without it nothing is stored. */
  isImport: z.boolean(),
  mapping: mapping.optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
  /** The reply to the question `overlap`. The question is repeated if other lines are unclear meanwhile. */
  overlap: z
    .object({
      digest: z.string().max(64),
      answer: z.enum(OVERLAP_ANSWERS),
      /** Numbers of listed pairs for which the opposite is true. */
      exceptPairs: z
        .array(
          z
            .int()
            .min(0)
            .max(MAX_LISTED - 1),
        )
        .max(MAX_LISTED)
        .default([]),
    })
    .optional(),
  /** Stores the mapping or the order of dates for files with the same headings. */
  remember: z.boolean().default(false),
  /** False reads the file as if nothing were stored about its headings. */
  useSaved: z.boolean().default(true),
});
export type StatementForm = z.infer<typeof statementForm>;

const skipped = z.object({ row: z.int(), reason: z.enum(SKIP_REASONS), text: z.string() });
const gap = z.object({ row: z.int(), expectedPaise: paise, foundPaise: paise });
const known = z.object({ row: z.int(), reason: z.enum(KNOWN_REASONS), text: z.string() });
const readLine = z.object({
  bookedOn: day,
  paise,
  narration: z.string(),
  utr: z.string().nullable(),
  ourReference: z.string().nullable(),
  balancePaise: paise.nullable(),
});

/** The outcome of reading a file: its lines, or a question. */
export const statementReading = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('lines'),
    /** Null if it was a preview. */
    importId: id.nullable(),
    format: z.enum(STATEMENT_FORMATS),
    bank: z.enum(STATEMENT_BANKS).nullable(),
    /** Number of the account in the file, if it has one; all but the last four digits are masked. */
    accountNumber: z.string().nullable(),
    isOtherAccount: z.boolean(),
    firstDay: day.nullable(),
    lastDay: day.nullable(),
    newLines: z.int(),
    knownLines: z.int(),
    /** Of the known lines, those that a file in another layout had, and the first of them. */
    recognizedLines: z.int(),
    recognized: z.array(known),
    receivedPaise: paise,
    paidPaise: paise,
    skippedRows: z.int(),
    skipped: z.array(skipped),
    checkedBalances: z.int(),
    gapCount: z.int(),
    gaps: z.array(gap),
    /** The first lines. */
    lines: z.array(readLine),
  }),
  z.object({
    kind: z.literal('mapping'),
    rows: z.array(z.array(z.string())),
    headingRow: z.int().nullable(),
    /** Columns that were recognized. */
    suggested: columns.partial(),
  }),
  z.object({ kind: z.literal('dates'), samples: z.array(z.string()) }),
  /** Lines that can be stored ones of another layout. */
  z.object({
    kind: z.literal('overlap'),
    digest: z.string(),
    count: z.int(),
    /** The first lines, each with the stored line that is most like it. */
    pairs: z.array(z.object({ row: z.int(), line: readLine, stored: readLine })),
  }),
]);
export type StatementReading = z.infer<typeof statementReading>;
export type StatementPreview = Extract<StatementReading, { kind: 'lines' }>;

export const statementImport = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  importedBy: z.string().nullable(),
  createdAt: z.date(),
  fileName: z.string(),
  sha256: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  newLines: z.int(),
  knownLines: z.int(),
  recognizedLines: z.int(),
  recognized: z.array(known),
  skippedRows: z.int(),
  gapCount: z.int(),
  skipped: z.array(skipped),
  gaps: z.array(gap),
  firstDay: day.nullable(),
  lastDay: day.nullable(),
  undoneAt: z.date().nullable(),
  undoneBy: z.string().nullable(),
});
export type StatementImport = z.infer<typeof statementImport>;

export const statementLine = readLine.extend({
  id,
  accountId: id,
  accountName: z.string(),
  importId: id,
  valueOn: day.nullable(),
  reference: z.string(),
  transactionId: z.string().nullable(),
  rail: z.enum(PAYMENT_RAILS).nullable(),
  vpa: z.string().nullable(),
  isReturn: z.boolean(),
});
export type StatementLineView = z.infer<typeof statementLine>;

export const statementLineFilters = z.object({
  accountId: id.optional(),
  importId: id.optional(),
  direction: z.enum(LINE_DIRECTIONS).optional(),
  /** A UTR, a reference, or text of the narration. */
  search: line(100).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Limits of the amount without its sign. */
  minPaise: z.coerce.number().int().min(0).optional(),
  maxPaise: z.coerce.number().int().min(0).optional(),
});

export const statements = {
  accounts: forAdmins('statements:read')
    .route({ method: 'GET', path: '/statements/accounts', summary: "The operator's bank accounts" })
    .output(z.array(statementAccount)),
  createAccount: forAdmins('statements:import')
    .route({ method: 'POST', path: '/statements/accounts', summary: 'Add a bank account' })
    .errors(errorsOf('STATEMENT_ACCOUNT_NAME_REQUIRED', 'TOO_MANY_STATEMENT_ACCOUNTS'))
    .input(statementAccountForm)
    .output(statementAccount),
  updateAccount: forAdmins('statements:import')
    .route({ method: 'PATCH', path: '/statements/accounts/{id}', summary: 'Change a bank account' })
    .errors(errorsOf('STATEMENT_ACCOUNT_NAME_REQUIRED', 'STATEMENT_ACCOUNT_NOT_FOUND'))
    .input(statementAccountForm.partial().extend({ id }))
    .output(statementAccount),
  imports: forAdmins('statements:read')
    .route({
      method: 'GET',
      path: '/statements/imports',
      summary: 'Imported statements, newest first',
    })
    .input(z.object({ cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(statementImport)),
  undo: forAdmins('statements:import')
    .route({
      method: 'POST',
      path: '/statements/imports/{id}/undo',
      summary: 'Remove the lines of an imported statement',
    })
    .errors(
      errorsOf('STATEMENT_IMPORT_NOT_FOUND', 'STATEMENT_IMPORT_FOLLOWED', 'STATEMENT_IMPORT_USED'),
    )
    .input(z.object({ id }))
    .output(done),
  lines: forAdmins('statements:read')
    .route({
      method: 'GET',
      path: '/statements/lines',
      summary: 'Lines of statements, newest first',
    })
    .input(statementLineFilters.extend({ cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(statementLine)),
};
