export const MAX_STATEMENT_BYTES = 16 * 1024 * 1024;
export const MAX_STATEMENT_ROWS = 100_000;
export const MAX_STATEMENT_COLUMNS = 100;
/** Cells of all rows. */
export const MAX_STATEMENT_CELLS = 1_500_000;
/** Longest cell in characters. */
export const MAX_STATEMENT_CELL = 2000;
/** Size of the files in an .xlsx archive together. */
export const MAX_UNZIPPED_BYTES = 96 * 1024 * 1024;
/** Time limit for reading one file. The start of its thread is not counted. */
export const STATEMENT_DEADLINE_MS = 5000;
/** Longest narration and reference of a line; the rest is cut. */
export const MAX_NARRATION = 1000;
export const MAX_LINE_REFERENCE = 200;
export const PREVIEW_ROWS = 30;
export const PREVIEW_CELL = 120;

export const STATEMENT_FORMATS = ['text', 'workbook', 'mt940', 'camt053'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const STATEMENT_BANKS = [
  'hdfc',
  'icici',
  'sbi',
  'axis',
  'kotak',
  'pnb',
  'canara',
  'yes',
  'iob',
] as const;
export type StatementBank = (typeof STATEMENT_BANKS)[number];

/** Reasons for which a whole file is refused. */
export const STATEMENT_FAULTS = [
  'empty',
  'tooLarge',
  'tooManyRows',
  'tooManyColumns',
  'cellTooLong',
  'unzippedTooLarge',
  'tooMuchWork',
  'binary',
  'pdf',
  'password',
  'damaged',
  'formula',
  'xmlEntities',
  'noTable',
  'noLines',
] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

/** Reasons for which one row of a statement is not a line. */
export const SKIP_REASONS = [
  'date',
  'noDate',
  'amount',
  'noAmount',
  'bothAmounts',
  'sign',
  'columns',
  'currency',
  'notBooked',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a line of a file in another layout is a stored line: equal UTR, number of the bank or balance, or a person said so. */
export const KNOWN_REASONS = ['utr', 'transactionId', 'balance', 'person'] as const;
export type KnownReason = (typeof KNOWN_REASONS)[number];

/** Whether lines that can be stored ones are the same payments or other ones. */
export const OVERLAP_ANSWERS = ['same', 'other'] as const;
export type OverlapAnswer = (typeof OVERLAP_ANSWERS)[number];

/** How numeric dates are written. A date that begins with the year has one reading only. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * How a row shows whether money was received: two columns, a column with Dr or Cr, Dr or Cr in the cell of the amount,
 * or a minus for payments or for receipts.
 */
export const AMOUNT_SIGNS = ['columns', 'marker', 'suffix', 'minusDebit', 'minusCredit'] as const;
export type AmountSigns = (typeof AMOUNT_SIGNS)[number];

export const PAYMENT_RAILS = ['upi', 'imps', 'neft', 'rtgs'] as const;
export type PaymentRail = (typeof PAYMENT_RAILS)[number];

/** Indexes of columns. */
export interface StatementColumns {
  date: number;
  valueDate?: number;
  narration: number[];
  reference: number[];
  transactionId?: number;
  debit?: number;
  credit?: number;
  amount?: number;
  /** Dr or Cr of the amount, and of the balance. */
  sign?: number;
  balance?: number;
  balanceSign?: number;
  currency?: number;
}

/** An administrator's description of a table. Rows and columns count from 0; a table without headings has no row. */
export interface StatementMapping {
  headingRow: number | null;
  columns: StatementColumns;
  signs: AmountSigns;
  dateOrder: DateOrder;
}

/** A description for files with the same headings. Columns count the headings that are not empty. */
export interface SavedMapping {
  fingerprint: string;
  columns: StatementColumns | null;
  signs: AmountSigns | null;
  dateOrder: DateOrder | null;
}

/** Skipped rows, gaps and lines of a preview that are listed; all are counted. */
export const MAX_LISTED = 50;
export const MAX_STATEMENT_ACCOUNTS = 50;
/** The oldest descriptions are removed above this number. */
export const MAX_MAPPINGS = 200;
export const MAX_FILE_NAME = 200;
export const LINE_DIRECTIONS = ['received', 'paid'] as const;
