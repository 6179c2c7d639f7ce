import type { AdminTransactionFilters, TransactionFilters } from '#contract/transactions/schema.ts';
import { TRANSACTION_STATUSES } from '#contract/transactions/states.ts';
import { readDay, readText } from './address-filters.ts';

export type PassbookSearch = Partial<TransactionFilters>;

export const NO_FILTERS: TransactionFilters = { search: '', status: 'all', type: 'all' };

const STATUSES = ['all', ...TRANSACTION_STATUSES] as const;
const TYPES = ['all', 'deposit', 'withdrawal'] as const;

export function readFilters(raw: Record<string, unknown>): TransactionFilters {
  return {
    search: readText(raw.search),
    status: STATUSES.find((status) => status === raw.status) ?? 'all',
    type: TYPES.find((type) => type === raw.type) ?? 'all',
    from: readDay(raw.from),
    to: readDay(raw.to),
  };
}

export function writeFilters(filters: TransactionFilters): PassbookSearch {
  const search: PassbookSearch = {};
  if (filters.search.trim()) search.search = filters.search.trim();
  if (filters.status !== 'all') search.status = filters.status;
  if (filters.type !== 'all') search.type = filters.type;
  if (filters.from) search.from = filters.from;
  if (filters.to) search.to = filters.to;
  return search;
}

export const transactionAddress = { read: readFilters, write: writeFilters };

/** The filters of the administrators' list. */
export const adminTransactionAddress = {
  read: (raw: Record<string, unknown>): AdminTransactionFilters => ({
    ...readFilters(raw),
    account: raw.account === 'deleted' ? 'deleted' : 'all',
    approvedOn: readDay(raw.approvedOn),
  }),
  write: (filters: AdminTransactionFilters): Partial<AdminTransactionFilters> => ({
    ...writeFilters(filters),
    ...(filters.account !== 'all' && { account: filters.account }),
    ...(filters.approvedOn && { approvedOn: filters.approvedOn }),
  }),
};

/** Returns the valid search parameters of the administrators' list. */
export function transactionSearch(raw: Record<string, unknown>): Partial<AdminTransactionFilters> {
  return adminTransactionAddress.write(adminTransactionAddress.read(raw));
}

const ID = /^[0-9a-f-]{36}$/;

export function openedTransaction(raw: Record<string, unknown>): string | undefined {
  return typeof raw.details === 'string' && ID.test(raw.details) ? raw.details : undefined;
}

export function passbookSearch(
  raw: Record<string, unknown>,
): PassbookSearch & { details?: string } {
  const details = openedTransaction(raw);
  return { ...writeFilters(readFilters(raw)), ...(details && { details }) };
}

export function isFiltered(filters: TransactionFilters): boolean {
  return Object.keys(writeFilters(filters)).length > 0;
}
