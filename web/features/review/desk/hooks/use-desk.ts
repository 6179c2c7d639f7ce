import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { QueuedRequest } from '#contract/review/schema.ts';
import { isDecidable, type TransactionType } from '#contract/transactions/rules.ts';
import { stepFrom } from '#web/ui/use-shortcuts.ts';
import {
  mergeDecided,
  useDecidedElsewhere,
  useDecidedRows,
} from '../../decision/hooks/use-decided-rows.ts';
import { prefetchDesk, useDeskRequest, useQueue, useRequestCounts } from '../../queries.ts';
import { deskSearch } from '../model.ts';
import { useClaim } from './use-claim.ts';
import { type DeskDecision, useUndoableDecisions } from './use-undoable-decisions.ts';

/** Whether a request has no decision, not even a deferred one. */
const isOpen = (row: QueuedRequest) => isDecidable(row) && !row.waiting;

/** Whether a request is undecided, not assigned to another reviewer, and waits for no second approval. */
const isUnclaimed = (row: QueuedRequest) =>
  isOpen(row) && !row.isHeld && (!row.claim || row.claim.isOwn);

/** Number of requests to prefetch. */
const PREFETCHED = 3;

/** State of the review page: the queue, oldest request first, and the current request. */
export function useDesk(type: TransactionType) {
  const id = useSearch({ strict: false, select: (search) => deskSearch(search).id });
  const navigate = useNavigate();
  const queue = useQueue(type);
  const { decided, markDecided } = useDecidedRows<QueuedRequest>();
  const pending = (queue.data?.pages.flatMap((page) => page.rows) ?? []).reverse();
  // Requests decided here keep their position, so that the queue does not move.
  const kept = decided.map((row) => row.id);
  const rows = [...mergeDecided({ pending, decided, kept })].reverse();
  const waiting = rows.filter(isOpen);
  const requestedId = useRef(id);
  useEffect(() => {
    requestedId.current = id;
  }, [id]);
  const open = useCallback(
    (next: string | undefined) => {
      requestedId.current = next;
      const search = next ? { id: next } : {};
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    },
    [navigate],
  );

  /** The request that the page selected; others were opened manually. */
  const assignedId = useRef<string>(undefined);
  const openNext = (next: string | undefined) => {
    assignedId.current = next;
    // Resets the scroll position of the previous request.
    window.scrollTo({ top: 0, behavior: 'instant' });
    open(next);
  };
  const first = (waiting.find(isUnclaimed) ?? waiting[0])?.id;
  // Written to the URL immediately, so that changes of the queue do not replace the current request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a page without a request selects one.
  useEffect(() => {
    if (!id && first) openNext(first);
  }, [id, first]);

  /** The requests that were decided here: a list that was read before the decision may name them as pending. */
  const finishedIds = useRef(new Set<string>());
  const index = rows.findIndex((row) => row.id === id);
  const position = id ? { id, index: Math.max(index, 0) } : undefined;
  // Next requests: those after the current one, then those before it; requests assigned to others are last.
  const others = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))].filter(
    (row) => isOpen(row) && !finishedIds.current.has(row.id),
  );
  const upcoming = [...others.filter(isUnclaimed), ...others.filter((row) => !isUnclaimed(row))];
  const after = upcoming[0];
  const upcomingIds = upcoming.slice(0, PREFETCHED).map((row) => row.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are new objects on each render, but their ids are stable.
  useEffect(() => {
    for (const row of upcoming.slice(0, PREFETCHED)) prefetchDesk(row);
  }, [upcomingIds.join()]);

  const isRunningOut = queue.hasNextPage && others.length < PREFETCHED;
  const { fetchNextPage, isFetchingNextPage } = queue;
  useEffect(() => {
    if (isRunningOut && !isFetchingNextPage) void fetchNextPage();
  }, [isRunningOut, isFetchingNextPage, fetchNextPage]);

  const undoable = useUndoableDecisions((undone) => {
    finishedIds.current.delete(undone);
    open(undone);
  });
  const current = rows[index];
  useClaim({
    id: current && isOpen(current) ? current.id : undefined,
    onTaken: (taken) => {
      // The server can assign the same request to two reviewers. A request that the reviewer opened manually is
      // kept.
      if (assignedId.current === taken && after && isUnclaimed(after)) openNext(after.id);
    },
  });
  useDecidedElsewhere(rows, (row) => {
    markDecided(row);
    undoable.forget(row.id);
  });
  const step = (by: 1 | -1) => {
    const next = stepFrom(rows, position, by);
    if (next && next.id !== id) open(next.id);
  };
  return {
    queue,
    rows,
    waitingCount: usePendingCount(type, queue, rows),
    /** Whether the fetched part of the queue is nearly decided and more must be fetched. */
    isFetchingMore: isRunningOut && waiting.length === 0,
    id,
    /** Whether the first request is about to be opened. */
    isOpening: id === undefined && first !== undefined,
    /** The request from the queue until its details have loaded. */
    row: rows[index],
    details: useDeskRequest(id),
    open,
    /** Whether another request was opened, which is not drawn yet. */
    isLeft: useCallback((shown: string) => requestedId.current !== shown, []),
    next: () => step(1),
    previous: () => step(-1),
    undoable,
    /** Keeps the decided request in its position and opens the next pending one. */
    finish: ({ row, decision, undoMs }: DeskDecision) => {
      if (undoMs > 0) undoable.add({ row, decision, undoMs });
      else markDecided({ ...row, isHeld: false, waiting: null, claim: null, status: decision });
      finishedIds.current.add(row.id);
      openNext(after?.id);
    },
  };
}

/**
 * Returns the number of undecided requests of the type; undefined until known. If the queue is not completely
 * fetched, uses the server's count minus the fetched requests with a deferred decision.
 */
function usePendingCount(
  type: TransactionType,
  queue: ReturnType<typeof useQueue>,
  rows: QueuedRequest[],
): number | undefined {
  const counts = useRequestCounts().data;
  const open = rows.filter(isOpen).length;
  if (!queue.data) return undefined;
  if (!queue.hasNextPage) return open;
  if (!counts) return undefined;
  const deferred = rows.filter((row) => isDecidable(row) && row.waiting).length;
  return Math.max(counts[type].pending - deferred, open);
}

export type DeskState = ReturnType<typeof useDesk>;
