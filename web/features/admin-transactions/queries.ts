import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TransactionFilters } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';
import { useFullPages } from '../../lib/full-pages.ts';

/** All transactions that match, newest first, a page at a time; the last rows stay while new filters load. */
export function useTransactions(filters: TransactionFilters) {
  return useFullPages(
    useInfiniteQuery(
      orpc.transactions.search.infiniteOptions({
        input: (cursor: string | undefined) => ({ ...filters, cursor }),
        initialPageParam: undefined,
        getNextPageParam: ({ nextCursor }) => nextCursor,
        placeholderData: keepPreviousData,
      }),
    ),
  );
}
