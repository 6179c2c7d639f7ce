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

const ID = /^[0-9a-f-]{36}$/;

/** The id of the transaction that an address opens, if it opens one. */
export function openedTransaction(raw: Record<string, unknown>): string | undefined {
  return typeof raw.details === 'string' && ID.test(raw.details) ? raw.details : undefined;
}

/** The search of the passbook's addresses, cleaned: its filters, and the transaction that is open. */
export function passbookSearch(
  raw: Record<string, unknown>,
): PassbookSearch & { details?: string } {
  const details = openedTransaction(raw);
  return { ...writeFilters(readFilters(raw)), ...(details && { details }) };
}

/** Whether any filter narrows the list. */
export function isFiltered(filters: TransactionFilters): boolean {
  return Object.keys(writeFilters(filters)).length > 0;
}
