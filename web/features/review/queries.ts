import {
  type InfiniteData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type {
  Claim,
  DeskRequest,
  QueuedRequest,
  WaitingDecision,
} from '#contract/review/schema.ts';
import type { TransactionId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { useFullPages } from '../../lib/lists/full-pages.ts';
import type { ReviewFilters } from './list/model/filters.ts';
import { requestsQuery } from './list/model/list-query.ts';

/** Polling interval in milliseconds in addition to live events, in case the stream is lost. Paused in hidden tabs. */
const POLL_MS = 15_000;

export function useRequestList(type: TransactionType, filters: ReviewFilters) {
  return useFullPages(
    useInfiniteQuery({ ...requestsQuery(type, filters), refetchInterval: POLL_MS }),
  );
}

/** Returns the number of pending and decided requests by type. */
export function useRequestCounts() {
  return useQuery(orpc.transactions.counts.queryOptions({ refetchInterval: POLL_MS }));
}

/** Returns pending requests of a type, oldest first, paginated. */
export function useQueue(type: TransactionType) {
  return useInfiniteQuery(
    orpc.review.queue.infiniteOptions({
      input: (cursor: string | undefined) => ({ type, cursor }),
      ...byCursor,
      refetchInterval: POLL_MS,
    }),
  );
}

/** Returns the details of a request. The id in the URL is unchecked; the server validates it. */
export function useDeskRequest(id: string | undefined) {
  return useQuery(
    orpc.review.desk.queryOptions({
      input: id ? { id: id as TransactionId } : skipToken,
      refetchInterval: POLL_MS,
    }),
  );
}

/** Prefetches the details and receipt of the next request. Runs once, because opening the request refetches them. */
export function prefetchDesk(row: AdminTransaction): void {
  const input = { id: row.id };
  void queryClient.prefetchQuery(orpc.review.desk.queryOptions({ input, staleTime: 'static' }));
  if (row.receiptUrl) new Image().src = row.receiptUrl;
}

/** Optimistic update of a request's deferred decision, in the queue and in its details. */
export function showDeferred(id: string, waiting: WaitingDecision | null): void {
  type Queue = InfiniteData<{ rows: QueuedRequest[] }>;
  queryClient.setQueriesData<Queue>({ queryKey: orpc.review.queue.key() }, (queue) => ({
    pageParams: queue?.pageParams ?? [],
    pages: (queue?.pages ?? []).map((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.id === id ? { ...row, waiting } : row)),
    })),
  }));
  queryClient.setQueriesData<DeskRequest>({ queryKey: orpc.review.desk.key() }, (desk) =>
    desk?.request.id === id ? { ...desk, waiting } : desk,
  );
}

export function refreshReviews(): void {
  void queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
  void queryClient.invalidateQueries({ queryKey: orpc.review.key() });
}

/** Claims a request for this reviewer. Returns the resulting claim, or null on failure, which is not shown. */
export async function claimRequest(id: TransactionId): Promise<Claim | null> {
  const answer = await orpc.review.claim.call({ id }).catch(() => undefined);
  return answer?.claim ?? null;
}

/** Undoes the reviewer's own decision while it is deferred. */
export function useUndo() {
  return useMutation(
    orpc.review.undo.mutationOptions({
      onSuccess: (_, { id }) => showDeferred(id, null),
      onSettled: refreshReviews,
    }),
  );
}

export function useActiveSources() {
  return useQuery(orpc.sources.listActive.queryOptions());
}
