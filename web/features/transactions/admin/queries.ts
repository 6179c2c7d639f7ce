import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminTransactionFilters } from '#contract/transactions/schema.ts';
import { countRows, useFullPages } from '#web/lib/lists/full-pages.ts';
import { transactionsQuery } from './model/list-query.ts';

const listed = (filters: AdminTransactionFilters) => ({
  ...transactionsQuery(filters),
  placeholderData: keepPreviousData,
});

/** Returns matching transactions. Keeps the previous rows while new filters load. */
export function useTransactions(filters: AdminTransactionFilters) {
  return useFullPages(useInfiniteQuery(listed(filters)));
}

/** Returns how many transactions match. Fetches no further pages. */
export function useTransactionCount(filters: AdminTransactionFilters) {
  return useInfiniteQuery({ ...listed(filters), select: ({ pages }) => countRows(pages) }).data;
}

/** Returns a function that fetches the list again, and returns whether that succeeded. */
export function useRefetchTransactions(filters: AdminTransactionFilters) {
  const client = useQueryClient();
  const { queryKey } = transactionsQuery(filters);
  return async () => {
    await client.refetchQueries({ queryKey, exact: true });
    return client.getQueryState(queryKey)?.status !== 'error';
  };
}
