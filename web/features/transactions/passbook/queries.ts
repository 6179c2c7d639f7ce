import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { TransactionId } from '#contract/shared/base.ts';
import type { OwnTransactionDetails, TransactionFilters } from '#contract/transactions/schema.ts';
import { api, orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { sendUpload } from '#web/lib/api/upload.ts';
import { changedTransactions } from '#web/lib/lists/changed-transactions.ts';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
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

function showChanged(transaction: OwnTransactionDetails): void {
  const { id } = transaction;
  queryClient.setQueryData(orpc.transactions.own.queryKey({ input: { id } }), transaction);
  refreshOwnRequests();
}

function refreshOwnRequests(): void {
  for (const { key } of [orpc.transactions, orpc.withdrawals, orpc.balances, orpc.dashboards]) {
    void queryClient.invalidateQueries({ queryKey: key() });
  }
}

/** Cancels the user's pending request, which its details show. After a failure the request is fetched again: it may be decided. */
export function useCancelRequest(onCancelled: () => void) {
  return useMutation(
    orpc.transactions.cancel.mutationOptions({
      onSuccess: (transaction) => {
        onCancelled();
        showChanged(transaction);
      },
      onError: refreshOwnRequests,
    }),
  );
}

/** Replaces the receipt of the user's pending deposit. */
export function useReplaceReceipt(onReplaced: () => void) {
  return useMutation({
    mutationFn: ({ id, file }: { id: TransactionId; file: File }) =>
      sendUpload('replaceReceipt', { id, form: {}, file }),
    onSuccess: (transaction) => {
      onReplaced();
      showChanged(transaction);
    },
    onError: refreshOwnRequests,
  });
}
