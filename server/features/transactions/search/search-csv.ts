import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AdminTransactionFilters } from '#contract/transactions/schema.ts';
import type { Deps } from '#server/deps/deps.ts';
import { CSV_BOM, toIndianTime } from '#server/platform/lists/csv.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';
import type { NumberTerm } from '#server/platform/secrets/number-search.ts';
import { openCsv } from '../transactions-csv.ts';
import { exportMatches } from './search-transactions.ts';

/** A small first batch starts the download early; larger batches need fewer queries. */
const FIRST_BATCH_ROWS = 100;
const BATCH_ROWS = 1000;
const ROWS_AT_ONCE = 200;

const { header, toLine } = openCsv('transactionsCsv');

export async function* exportTransactions(
  { db }: Pick<Deps, 'db'>,
  filters: AdminTransactionFilters,
  number?: NumberTerm,
): AsyncGenerator<string> {
  yield CSV_BOM + header;
  const read = (after: Position, limit: number) =>
    exportMatches(db.query, { filters, number, after, limit });
  let batch: ReturnType<typeof read> | undefined = read(NEWEST, FIRST_BATCH_ROWS);
  while (batch) {
    const { rows, next }: Awaited<typeof batch> = await batch;
    // Read the next batch while this one is written.
    batch = next && read(next, BATCH_ROWS);
    batch?.catch(() => undefined); // the next iteration receives the error, if the consumer continues
    // Yield empty parts too, so that the consumer of the first part does not wait for the last.
    for (let n = 0; n === 0 || n < rows.length; n += ROWS_AT_ONCE) {
      yield rows
        .slice(n, n + ROWS_AT_ONCE)
        .map(toLine)
        .join('');
      await yieldToEventLoop();
    }
  }
}

export function transactionsFileName(now: Date): string {
  return `transactions_${toIndianTime(now).slice(0, 10)}.csv`;
}
