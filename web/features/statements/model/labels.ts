import type { TFunction } from 'i18next';
import { errorTable } from '#contract/shared/errors.ts';
import type {
  KnownReason,
  SkipReason,
  StatementBank,
  StatementFault,
  StatementFormat,
} from '#contract/statements/rules.ts';
import type { ColumnRole } from './mapping.ts';

export function skipLabel(t: TFunction, reason: SkipReason): string {
  const labels: Record<SkipReason, string> = {
    date: t('The date cannot be read'),
    noDate: t('There is no date'),
    amount: t('The amount cannot be read'),
    noAmount: t('There is no amount'),
    bothAmounts: t('There are two amounts'),
    sign: t('It is not clear whether money was received or paid'),
    columns: t('The row has too many or too few cells'),
    currency: t('Another currency than rupees'),
    notBooked: t('The bank has not booked it yet'),
  };
  return labels[reason];
}

/** Returns why a line is known. */
export function knownLabel(t: TFunction, reason: KnownReason): string {
  const labels: Record<KnownReason, string> = {
    utr: t('Same UTR and amount'),
    transactionId: t('Same number of the bank, day and amount'),
    balance: t('Same balance, day and amount'),
    person: t('You said that it is the same payment'),
  };
  return labels[reason];
}

export function formatLabel(t: TFunction, format: StatementFormat): string {
  const labels: Record<StatementFormat, string> = {
    text: t('Text file'),
    workbook: t('Spreadsheet'),
    mt940: 'MT940',
    camt053: 'CAMT.053',
  };
  return labels[format];
}

/** The beginning of a hash, enough to compare two files by eye. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}

/** Returns why a file is refused, and what to do. `row` is where the problem is, or null. */
export function faultText(t: TFunction, fault: StatementFault, row: number | null): string {
  const texts: Record<StatementFault, string> = {
    empty: t('The file is empty.'),
    tooLarge: t(errorTable.STATEMENT_TOO_LARGE.message),
    tooManyRows: t('The file has too many rows. Export fewer days.'),
    tooManyColumns: t('The file has too many columns.'),
    cellTooLong: t('A cell of the file is too long.'),
    unzippedTooLarge: t('The unpacked file is too large. Export fewer days.'),
    tooMuchWork: t('The file is too large to be read. Export fewer days.'),
    binary: t('This is not a bank statement. Choose a file in one of the listed formats.'),
    pdf: t('A PDF cannot be read. Export the statement as CSV or Excel.'),
    password: t('The file has a password. Remove the password, or export the statement as CSV.'),
    damaged: t('The file is incomplete or damaged. Export it again.'),
    formula: t('The file has formulas. Export the statement again without changing it.'),
    xmlEntities: t('This XML file is not a statement of a bank.'),
    noTable: t('The file has no table of payments.'),
    noLines: t('The file has no payments.'),
  };
  const text = texts[fault];
  return row === null ? text : t('Row {{row}}: {{reason}}', { row, reason: text });
}

export function roleLabel(t: TFunction, role: ColumnRole): string {
  const labels: Record<ColumnRole, string> = {
    none: t('Not used'),
    date: t('Date'),
    valueDate: t('Value date'),
    narration: t('Text of the bank'),
    reference: t('Reference of the bank'),
    credit: t('Received amount'),
    debit: t('Paid amount'),
    amount: t('Amount, received or paid'),
    sign: t('Dr or Cr of the amount'),
    balance: t('Balance'),
    transactionId: t('Transaction ID of the bank'),
  };
  return labels[role];
}

export function bankName(bank: StatementBank): string {
  const names: Record<StatementBank, string> = {
    hdfc: 'HDFC Bank',
    icici: 'ICICI Bank',
    sbi: 'State Bank of India',
    axis: 'Axis Bank',
    kotak: 'Kotak Mahindra Bank',
    pnb: 'Punjab National Bank',
    canara: 'Canara Bank',
    yes: 'Yes Bank',
    iob: 'Indian Overseas Bank',
  };
  return names[bank];
}
