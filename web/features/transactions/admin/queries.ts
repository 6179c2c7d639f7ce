import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { AdminTransactionFilters } from '#contract/transactions/schema.ts';
import { useFullPages } from '#web/lib/lists/full-pages.ts';
import { transactionsQuery } from './model/list-query.ts';

/** Returns matching transactions. Keeps the previous rows while new filters load. */
export function useTransactions(filters: AdminTransactionFilters) {
  return useFullPages(
    useInfiniteQuery({ ...transactionsQuery(filters), placeholderData: keepPreviousData }),
  );
}
