import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TransactionFilters } from '#contract/transactions.ts';
import { api, orpc } from '../../lib/api.ts';
import { changedTransactions } from '../../lib/changed-transactions.ts';
import { isFiltered } from '../../lib/transaction-filters.ts';
import { fetchPage, nextPlace, type Pages, type Place } from './pages.ts';

/** Who comes back from elsewhere within so long finds the place that they left. */
const KEPT_MS = 60 * 60_000;

/** The key of the passbook with these filters. */
export function passbookKey(filters: TransactionFilters) {
  return orpc.transactions.passbook.key({ type: 'infinite', input: filters });
}

/**
 * The caller's passbook, newest first, a page at a time; the last rows stay while new filters load. Fetched
 * again, it asks only for the pages that can have changed.
 */
export function usePassbook(filters: TransactionFilters) {
  return useInfiniteQuery({
    queryKey: passbookKey(filters),
    queryFn: ({ client, queryKey, pageParam: place, signal }) =>
      fetchPage({
        place,
        known: client.getQueryData<Pages>(queryKey),
        isWhole: !isFiltered(filters),
        changes: changedTransactions,
        load: (page) => api.transactions.passbook({ ...filters, ...page }, { signal }),
      }),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: nextPlace,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}
