import { toDecimal } from '#contract/shared/money.ts';
import type { PassbookRow, TransactionFilters } from '#contract/transactions/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { CSV_BOM, csvLine, toIndianTime } from '#server/platform/lists/csv.ts';
import type { NumberedPosition } from '#server/platform/lists/cursor.ts';
import { findPassbookRows } from './queries.ts';
import { passbookPosition } from './service.ts';

const BATCH_ROWS = 1000;
const NONE = 'N/A';

/** The columns of section 9, then the balance. */
const header = [
  'Date',
  'Transaction ID',
  'Type',
  'Amount',
  'Status',
  'Payment Method',
  'Notes',
  'Balance',
];

/** Yields the caller's passbook rows that match the filters as CSV, read in batches. */
export async function* exportPassbook(
  deps: Deps,
  actor: Actor,
  filters: TransactionFilters,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(header);
  let after: NumberedPosition | undefined;
  for (;;) {
    const rows = await findPassbookRows(deps.db, actor, { filters, after, limit: BATCH_ROWS });
    yield rows.map(toLine).join('');
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = passbookPosition(last);
  }
}

/** Returns the file name of an export: `passbook-{yyyy-MM-dd}.csv`, with the date in Asia/Kolkata. */
export function passbookFileName(now: Date): string {
  return `passbook-${toIndianTime(now).slice(0, 10)}.csv`;
}

function toLine(row: PassbookRow): string {
  return csvLine([
    toIndianTime(row.createdAt),
    row.referenceId,
    row.type,
    { number: toDecimal(row.amountPaise) },
    row.status,
    row.paymentMethod || NONE,
    [row.userNotes, row.adminNotes].filter(Boolean).join(' | ') || NONE,
    { number: toDecimal(row.runningBalancePaise) },
  ]);
}
