import { toDecimal } from '#contract/money.ts';
import { DEFAULT_PAYMENT_METHOD } from '#contract/rules.ts';
import type { AdminTransaction, TransactionFilters } from '#contract/transactions.ts';
import { CSV_BOM, csvLine, toIndianTime } from '#server/lib/csv.ts';
import type { Deps } from '#server/lib/deps.ts';
import { listMatches } from './search.ts';

/** The first rows come soon, and the browser counts them; the rest in fewer questions. */
const FIRST_BATCH_ROWS = 100;
const BATCH_ROWS = 1000;

/** Section 9's columns. */
const header = [
  'Date',
  'Reference ID',
  'User Name',
  'User ID',
  'Type',
  'Amount',
  'Status',
  'Payment Method',
  'Source',
  'Notes',
];

/** All transactions that match the filters, newest first, as CSV, read batch by batch. */
export async function* exportTransactions(
  deps: Deps,
  filters: TransactionFilters,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(header);
  let cursor: string | undefined;
  let limit = FIRST_BATCH_ROWS;
  do {
    const page = await listMatches(deps, { ...filters, cursor, limit });
    yield page.rows.map(toLine).join('');
    cursor = page.nextCursor;
    limit = BATCH_ROWS;
  } while (cursor);
}

/** The name of an export made now: `transactions_{yyyy-MM-dd}.csv`, by the calendar of Asia/Kolkata. */
export function transactionsFileName(now: Date): string {
  return `transactions_${toIndianTime(now).slice(0, 10)}.csv`;
}

function toLine(row: AdminTransaction): string {
  return csvLine([
    toIndianTime(row.createdAt),
    row.referenceId,
    row.userName,
    row.userId,
    row.type,
    { number: toDecimal(row.amountPaise) },
    row.status,
    row.paymentMethod ?? DEFAULT_PAYMENT_METHOD,
    row.sourceName ?? '',
    [row.userNotes, row.adminNotes].filter(Boolean).join(' | '),
  ]);
}
