import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { TransactionType } from '#contract/rules.ts';
import { orpc } from '../../lib/api.ts';
import { useFullPages } from '../../lib/full-pages.ts';
import { queryClient } from '../../lib/query-client.ts';

export type ReviewTab = 'pending' | 'history';

/** Beside the live stream, so that a lost stream costs seconds; not while the tab is hidden. */
const POLL_MS = 15_000;

type RequestListOf = { type: TransactionType; tab: ReviewTab; search: string };

/** A tab of an administrators' list, what matches `search` of it, page after page. */
export function useRequestList({ type, tab, search }: RequestListOf) {
  return useFullPages(
    useInfiniteQuery(
      orpc.transactions.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ type, tab, search, cursor }),
        initialPageParam: undefined,
        getNextPageParam: ({ nextCursor }) => nextCursor,
        refetchInterval: POLL_MS,
      }),
    ),
  );
}

/** How many requests wait and how many are decided, by type. */
export function useRequestCounts() {
  return useQuery(orpc.transactions.counts.queryOptions({ refetchInterval: POLL_MS }));
}

/** The sources a deposit can be attributed to. */
export function useActiveSources(isNeeded: boolean) {
  return useQuery(orpc.sources.listActive.queryOptions({ enabled: isNeeded }));
}

/** Approves or rejects requests, each with its own result. Whatever comes of it, the lists are fetched anew. */
export function useDecide() {
  return useMutation(
    orpc.review.decide.mutationOptions({
      onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.transactions.key() }),
    }),
  );
}
