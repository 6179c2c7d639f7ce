import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { TransactionFilters } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';

/** The caller's passbook, newest first, a page at a time; the last rows stay while new filters load. */
export function usePassbook(filters: TransactionFilters) {
  return useInfiniteQuery(
    orpc.transactions.passbook.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
}
