import {
  type InfiniteData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { TransactionId } from '#contract/base.ts';
import type { Claim, DeskRequest, QueuedRequest, WaitingDecision } from '#contract/review.ts';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';
import { byCursor } from '../../lib/by-cursor.ts';
import { useFullPages } from '../../lib/full-pages.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { ReviewFilters } from './filters.ts';
import { requestsQuery } from './list-query.ts';

/** Beside the live stream, so that a lost stream costs seconds; not while the tab is hidden. */
const POLL_MS = 15_000;

/** A tab of an administrators' list. */
export function useRequestList(type: TransactionType, filters: ReviewFilters) {
  return useFullPages(
    useInfiniteQuery({ ...requestsQuery(type, filters), refetchInterval: POLL_MS }),
  );
}

/** How many requests wait and how many are decided, by type. */
export function useRequestCounts() {
  return useQuery(orpc.transactions.counts.queryOptions({ refetchInterval: POLL_MS }));
}

/** The pending requests of a type, the one that waits longest first, page after page. */
export function useQueue(type: TransactionType) {
  return useInfiniteQuery(
    orpc.review.queue.infiniteOptions({
      input: (cursor: string | undefined) => ({ type, cursor }),
      ...byCursor,
      refetchInterval: POLL_MS,
    }),
  );
}

/** A request with what helps to decide it; the address may say anything, and the server checks it. */
export function useDeskRequest(id: string | undefined) {
  return useQuery(
    orpc.review.desk.queryOptions({
      input: id ? { id: id as TransactionId } : skipToken,
      refetchInterval: POLL_MS,
    }),
  );
}

/** Fetches what the desk shows next, its picture too, before it is asked for: once, as it is fetched anew there. */
export function prefetchDesk(row: AdminTransaction): void {
  const input = { id: row.id };
  void queryClient.prefetchQuery(orpc.review.desk.queryOptions({ input, staleTime: 'static' }));
  if (row.receiptUrl) new Image().src = row.receiptUrl;
}

/** Shows at once what waits of a request, in the queue and on the desk, until both are fetched anew. */
function showWaiting(id: string, waiting: WaitingDecision | null): void {
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

function refreshReviews(): void {
  void queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
  void queryClient.invalidateQueries({ queryKey: orpc.review.key() });
}

/** Decides the request that lies on the desk, now or once that can't be undone any more. */
export function useDecideOne(decidedBy: string) {
  return useMutation(
    orpc.review.decideOne.mutationOptions({
      // Of what waits only this is news, until it is carried out.
      onSuccess: ({ undoMs }, { id, decision }) => {
        if (undoMs > 0) showWaiting(id, { decision, decidedBy, isOwn: true, undoMs });
        else refreshReviews();
      },
      onError: refreshReviews,
    }),
  );
}

/**
 * Says that a request lies on this desk. Returns whose it is then; nobody's when that did not reach the
 * server, which matters to nobody here.
 */
export async function claimRequest(id: TransactionId): Promise<Claim | null> {
  const answer = await orpc.review.claim.call({ id }).catch(() => undefined);
  return answer?.claim ?? null;
}

/** Takes an own decision back while it waits. */
export function useUndo() {
  return useMutation(
    orpc.review.undo.mutationOptions({
      onSuccess: (_, { id }) => showWaiting(id, null),
      onSettled: refreshReviews,
    }),
  );
}

/** The sources a deposit can be attributed to. */
export function useActiveSources() {
  return useQuery(orpc.sources.listActive.queryOptions());
}

/** Approves or rejects requests, each with its own result. Whatever comes of it, the lists are fetched anew. */
export function useDecide() {
  return useMutation(
    orpc.review.decide.mutationOptions({
      onSettled: refreshReviews,
    }),
  );
}
