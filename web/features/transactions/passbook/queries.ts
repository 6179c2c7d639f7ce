import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TransactionFilters } from '#contract/transactions/schema.ts';
import { api, orpc } from '#web/lib/api/api.ts';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
import { changedTransactions } from '#web/lib/live/changed-transactions.ts';
import { fetchPage, nextPlace, type Pages, type Place } from './model/pages.ts';

/** Cache time in milliseconds: users who return within an hour find their scroll position. */
const KEPT_MS = 60 * 60_000;

export function passbookKey(filters: TransactionFilters) {
  return orpc.transactions.passbook.key({ type: 'infinite', input: filters });
}

/**
 * Returns the user's passbook, newest first, paginated. Keeps the previous rows while new filters load. A refetch
 * requests only pages that can have changed.
 */
export function usePassbook(filters: TransactionFilters) {
  return useInfiniteQuery({
    queryKey: passbookKey(filters),
    queryFn: ({ client, queryKey, pageParam: place, signal }) =>
      fetchPage({
        place,
        known: client.getQueryData<Pages>(queryKey),
        isUnfiltered: !isFiltered(filters),
        changes: changedTransactions,
        load: (page) => api.transactions.passbook({ ...filters, ...page }, { signal }),
      }),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: nextPlace,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}
