import type { TransactionFilters } from '#contract/transactions.ts';
import { readDay, readText } from './address-filters.ts';

/** The filters as they stand in the address: only what differs from the default. */
export type PassbookSearch = Partial<TransactionFilters>;

export const NO_FILTERS: TransactionFilters = { search: '', status: 'all', type: 'all' };

const STATUSES = ['all', 'pending', 'approved', 'rejected'] as const;
const TYPES = ['all', 'deposit', 'withdrawal'] as const;

/** Reads filters from an address that anyone may have typed; what makes no sense counts as not set. */
export function readFilters(raw: Record<string, unknown>): TransactionFilters {
  return {
    search: readText(raw.search),
    status: STATUSES.find((status) => status === raw.status) ?? 'all',
    type: TYPES.find((type) => type === raw.type) ?? 'all',
    from: readDay(raw.from),
    to: readDay(raw.to),
  };
}

/** Writes filters for the address, leaving out what is not set. */
export function writeFilters(filters: TransactionFilters): PassbookSearch {
  const search: PassbookSearch = {};
  if (filters.search.trim()) search.search = filters.search.trim();
  if (filters.status !== 'all') search.status = filters.status;
  if (filters.type !== 'all') search.type = filters.type;
  if (filters.from) search.from = filters.from;
  if (filters.to) search.to = filters.to;
  return search;
}

/** How the filters of transactions stand in an address. */
export const transactionAddress = { read: readFilters, write: writeFilters };

/** The search of the passbook's addresses, cleaned. */
export function passbookSearch(raw: Record<string, unknown>): PassbookSearch {
  return writeFilters(readFilters(raw));
}

/** Whether any filter narrows the list. */
export function isFiltered(filters: TransactionFilters): boolean {
  return Object.keys(writeFilters(filters)).length > 0;
}
