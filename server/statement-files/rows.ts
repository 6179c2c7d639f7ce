import type { SkipReason } from '../../contract/statements/rules.ts';
import { MAX_LINE_REFERENCE } from '../../contract/statements/rules.ts';
import { type ReadAmount, readAmount, readBalance, readMark } from './amounts.ts';
import { type DateReading, readDate, readDatePair } from './dates.ts';
import { FileFault } from './fault.ts';
import type { Layout } from './headings.ts';
import type { Entry } from './reading.ts';

/** A row whose date may have two readings, and whose sign may still be open. */
export interface OpenEntry extends Omit<Entry, 'bookedOn' | 'valueOn'> {
  date: DateReading;
  value?: DateReading;
  /** How the date is written, for the question. */
  written: string;
  amount: ReadAmount;
}

export type ReadRow = { entry: OpenEntry } | { skipped: SkipReason } | undefined;

/** Text in front of a sum that is not a payment. */
const TOTAL =
  /^\W*(?:grand|page|sub)?\s*total|opening|closing|brought forward|carried forward|\b[bc]\/f\b|summary|balance\s*(?:as on|b|c)/i;
/** The narration of a row that repeats a balance on a date, in place of a payment. */
const REPEATED_BALANCE =
  /^\W*(?:(?:opening|closing)\s+bal(?:ance)?\b|(?:balance\s+)?(?:brought|carried)\s+(?:forward|down)|(?:balance\s+)?[bc]\/[fd]\b)/i;
/** A sum in the column of dates, as below the table. */
const GROUPED = /^[\d,]+\.\d\d$|^\d{1,3}(?:,\d{2,3})+$/;
/** A spreadsheet would compute such a cell. */
const FORMULA = /^=/;

/** Reads one row. Returns undefined for a row without a payment, such as a footer. */
export function readRow(cells: readonly string[], layout: Layout, row: number): ReadRow {
  const { columns } = layout;
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
  refuseFormulas(
    [columns.date, columns.debit, columns.credit, columns.amount, columns.balance].map(cell),
    row,
  );
  const written = cell(columns.date);
  const { date, value } = readDatePair(written);
  const amounts = [columns.debit, columns.credit, columns.amount].map(cell);
  if (date === undefined) return withoutDate(written, amounts, cells);
  const valueText = cell(columns.valueDate);
  const ownValue = readDatePair(valueText).date;
  if (valueText !== '' && ownValue === undefined && /\d/.test(valueText))
    return { skipped: 'date' };
  const currency = cell(columns.currency);
  if (currency !== '' && !/^(?:inr|rs\.?|₹|rupees?)$/i.test(currency))
    return { skipped: 'currency' };
  const amount = readSigned(cell, layout);
  if (typeof amount === 'string') return { skipped: amount };
  const narration = columns.narration.map(cell).filter(Boolean).join(' ');
  if (REPEATED_BALANCE.test(narration)) return { skipped: 'noAmount' };
  const reference = columns.reference
    .map(cell)
    .filter((text) => text !== '' && !/^[-0]+$/.test(text))
    .join(' ');
  // Another table, such as one of interest rates from one day to another.
  if (reference === '' && readDate(narration) !== undefined) return { skipped: 'columns' };
  const balancePaise = readBalance(cell(columns.balance), cell(columns.balanceSign));
  if (balancePaise === undefined && /\d/.test(cell(columns.balance))) return { skipped: 'amount' };
  const transactionId = cell(columns.transactionId);
  const dayOfValue = ownValue ?? value;
  return {
    entry: {
      row,
      date,
      ...(dayOfValue !== undefined && { value: dayOfValue }),
      written,
      amount,
      paise: amount.mark === 'debit' ? -amount.paise : amount.paise,
      narration: [narration],
      reference: reference.slice(0, MAX_LINE_REFERENCE),
      ...(transactionId !== '' && { transactionId: transactionId.slice(0, MAX_LINE_REFERENCE) }),
      ...(balancePaise !== undefined && { balancePaise }),
    },
  };
}

function refuseFormulas(cells: readonly string[], row: number): void {
  if (cells.some((cell) => FORMULA.test(cell))) throw new FileFault('formula', row);
}

function withoutDate(date: string, amounts: string[], cells: readonly string[]): ReadRow {
  const hasAmount = amounts.some((amount) => typeof readAmount(amount) === 'object');
  if (!hasAmount || cells.some((cell) => TOTAL.test(cell))) return undefined;
  if (/\d/.test(date) && !GROUPED.test(date)) return { skipped: 'date' };
  return date === '' ? { skipped: 'noDate' } : undefined;
}

/** Returns the amount with the mark that the layout gives it. Signs of `suffix` and minus are applied later. */
function readSigned(
  cell: (at: number | undefined) => string,
  { columns, signs }: Layout,
): (ReadAmount & { mark?: 'debit' | 'credit' }) | SkipReason {
  if (signs === 'columns') {
    const [debit, credit] = [readAmount(cell(columns.debit)), readAmount(cell(columns.credit))];
    if (debit === 'unreadable' || credit === 'unreadable') return 'amount';
    if (debit && credit) return 'bothAmounts';
    if (debit) return { ...debit, mark: 'debit' };
    if (credit) return credit.isNegative ? 'sign' : { ...credit, mark: 'credit' };
    return 'noAmount';
  }
  const amount = readAmount(cell(columns.amount));
  if (amount === 'unreadable') return 'amount';
  if (!amount) return 'noAmount';
  const mark = columns.sign === undefined ? undefined : readMark(cell(columns.sign));
  if (signs === 'marker') return mark ? { ...amount, mark } : 'sign';
  if (signs === 'suffix') return amount.mark ? amount : 'sign';
  if (signs === undefined) return amount;
  const isDebit = amount.isNegative === (signs === 'minusDebit');
  return { ...amount, mark: isDebit ? 'debit' : 'credit' };
}
