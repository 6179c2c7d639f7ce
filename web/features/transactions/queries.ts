import { skipToken, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { api, orpc } from '../../lib/api.ts';
import { useFullPages } from '../../lib/full-pages.ts';
import { queryClient } from '../../lib/query-client.ts';

export type ReviewTab = 'pending' | 'history';
export type Decision = 'approve' | 'reject';

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

/** One transaction with everything an administrator may see, kept current while a dialog shows it. */
export function useTransactionDetails(row: AdminTransaction | undefined, isShown: boolean) {
  return useQuery(
    orpc.transactions.get.queryOptions({
      input: row && isShown ? { id: row.id } : skipToken,
      refetchInterval: POLL_MS,
    }),
  );
}

/** The sources a deposit can be attributed to. */
export function useActiveSources(isNeeded: boolean) {
  return useQuery(orpc.sources.listActive.queryOptions({ enabled: isNeeded }));
}

/** Refetches every list, count and dialog of transactions that is on screen. */
export function refreshTransactions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
}

type DecideInput = {
  decision: Decision;
  row: AdminTransaction;
  notes: string;
  sourceId: string | null;
  requestKey: string;
};

function decide({ decision, row, notes, sourceId, requestKey }: DecideInput) {
  const input = { id: row.id, notes: notes.trim() || undefined, requestKey };
  return decision === 'approve'
    ? api.transactions.approve({ ...input, sourceId: sourceId ?? undefined })
    : api.transactions.reject(input);
}

/** Approves or rejects. Whatever comes of it, the lists are fetched anew. */
export function useDecide() {
  return useMutation({ mutationFn: decide, onSettled: () => void refreshTransactions() });
}

type DecideManyInput = {
  decision: Decision;
  ids: AdminTransaction['id'][];
  notes: string;
  sourceId: string | null;
  requestKey: string;
};

function decideMany({ decision, ids, notes, sourceId, requestKey }: DecideManyInput) {
  const input = { ids, notes: notes.trim() || undefined, requestKey };
  return decision === 'approve'
    ? api.transactions.approveMany({ ...input, sourceId: sourceId ?? undefined })
    : api.transactions.rejectMany(input);
}

/** Approves or rejects many at once. Whatever comes of it, the lists are fetched anew. */
export function useDecideMany() {
  return useMutation({ mutationFn: decideMany, onSettled: () => void refreshTransactions() });
}
