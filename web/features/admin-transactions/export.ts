import type { TransactionFilters } from '#contract/transactions.ts';
import { TIME_ZONE } from '../../lib/time.ts';

/** The name of an export made at `now`: transactions_{date}.csv, the day in India. */
export function exportName(now: Date): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now);
  return `transactions_${day}.csv`;
}

/** The filters that are set, as the address of the export bears them. */
export function queryOf({ search, status, type, from, to }: TransactionFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (search.trim()) query.set('search', search.trim());
  if (status !== 'all') query.set('status', status);
  if (type !== 'all') query.set('type', type);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  return query;
}

/** Where all rows that match `filters` can be had as CSV. */
export function exportPath(filters: TransactionFilters): string {
  const query = queryOf(filters);
  return query.size > 0 ? `/files/transactions.csv?${query}` : '/files/transactions.csv';
}

/** Counts the records of a CSV that comes in pieces; line breaks inside quotes are not records' ends. */
export function createRecordCounter() {
  let isQuoted = false;
  let records = 0;
  return {
    /** Takes the next piece; answers how many records, the header among them, have ended. */
    take(piece: string): number {
      for (const character of piece) {
        if (character === '"') isQuoted = !isQuoted;
        else if (character === '\n' && !isQuoted) records += 1;
      }
      return records;
    },
  };
}
