import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveEvent } from '#contract/events.ts';
import type { QueuedRequest } from '#contract/review.ts';
import { isDecidable, type TransactionType } from '#contract/rules.ts';
import { readText } from '../../lib/address-filters.ts';
import { useLiveEvents } from '../live/use-live-events.ts';
import { prefetchDesk, useDeskRequest, useQueue, useRequestCounts } from './queries.ts';
import { useClaim } from './use-claim.ts';
import { mergeDecided, withRow } from './use-decided-rows.ts';
import type { MadeDecision } from './use-desk-decision.ts';
import { useMadeDecisions } from './use-made-decisions.ts';
import { stepFrom } from './use-shortcuts.ts';

/** The address of a desk: the request that lies on it. */
export function deskSearch(raw: Record<string, unknown>): { id?: string } {
  const id = readText(raw.id);
  return id ? { id } : {};
}

/** Whether nobody has decided a request, not even so that it can be undone. */
const isOpen = (row: QueuedRequest) => isDecidable(row) && !row.waiting;

/** Whether it lies on nobody else's desk either. */
const isFree = (row: QueuedRequest) => isOpen(row) && (!row.claim || row.claim.isOwn);

/** How many requests ahead are fetched before they are asked for. */
const AHEAD = 3;

/** The queue of a desk, the one that waits longest first, and the request that lies on the desk. */
export function useDesk(type: TransactionType) {
  const id = useSearch({ strict: false, select: (search) => deskSearch(search).id });
  const navigate = useNavigate();
  const queue = useQueue(type);
  const [decided, setDecided] = useState<QueuedRequest[]>([]);
  const pending = (queue.data?.pages.flatMap((page) => page.rows) ?? []).reverse();
  // What was decided here keeps its place: nothing in the queue moves.
  const kept = decided.map((row) => row.id);
  const rows = [...mergeDecided({ pending, decided, kept })].reverse();
  const waiting = rows.filter(isOpen);
  const open = useCallback(
    (next: string | undefined) => {
      const search = next ? { id: next } : {};
      void navigate({ to: '.', search, replace: true, resetScroll: false });
    },
    [navigate],
  );

  const dealt = useRef<string>(undefined);
  const deal = (next: string | undefined) => {
    dealt.current = next;
    // To its top, whatever was scrolled to on the one before.
    window.scrollTo({ top: 0, behavior: 'instant' });
    open(next);
  };
  const first = (waiting.find(isFree) ?? waiting[0])?.id;
  // Named in the address at once, so that no news of the queue puts another request in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a desk without a request takes one.
  useEffect(() => {
    if (!id && first) deal(first);
  }, [id, first]);

  const index = rows.findIndex((row) => row.id === id);
  const place = id ? { id, index: Math.max(index, 0) } : undefined;
  // What comes after it first, then what was passed over; what lies on another's desk last.
  const others = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))].filter(isOpen);
  const ahead = [...others.filter(isFree), ...others.filter((row) => !isFree(row))];
  const after = ahead[0];
  const aheadIds = ahead.slice(0, AHEAD).map((row) => row.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are made anew each time, their ids are not.
  useEffect(() => {
    for (const row of ahead.slice(0, AHEAD)) prefetchDesk(row);
  }, [aheadIds.join()]);

  const isRunningOut = queue.hasNextPage && others.length < AHEAD;
  const { fetchNextPage, isFetchingNextPage } = queue;
  useEffect(() => {
    if (isRunningOut && !isFetchingNextPage) void fetchNextPage();
  }, [isRunningOut, isFetchingNextPage, fetchNextPage]);

  const note = (row: QueuedRequest) => setDecided((all) => withRow(all, row));
  const made = useMadeDecisions(open);
  const current = rows[index];
  useClaim({
    id: current && isOpen(current) ? current.id : undefined,
    onTaken: (taken) => {
      // Another was dealt the same at the same moment: what a person opened by themselves stays.
      if (dealt.current === taken && after && isFree(after)) deal(after.id);
    },
  });
  useLiveEvents((event: LiveEvent) => {
    if (event.entity !== 'transaction' || event.status === 'pending') return;
    const row = rows.find((one) => one.id === event.id);
    if (!row || !isDecidable(row)) return;
    note({ ...row, status: event.status });
    made.forget(row.id);
  });
  const step = (by: 1 | -1) => {
    const next = stepFrom(rows, place, by);
    if (next && next.id !== id) open(next.id);
  };
  return {
    queue,
    rows,
    waitingCount: usePendingCount(type, queue, rows),
    /** Whether the loaded part of the queue has run out before its end. */
    isFetchingMore: isRunningOut && waiting.length === 0,
    id,
    /** As the queue has it, until what helps to decide it has come. */
    row: rows[index],
    desk: useDeskRequest(id),
    open,
    next: () => step(1),
    previous: () => step(-1),
    made,
    /** Keeps what was decided in its place and goes on to the next that waits. */
    finish: ({ row, decision, undoMs }: MadeDecision) => {
      if (undoMs > 0) made.add({ row, decision, undoMs });
      else note({ ...row, waiting: null, claim: null, status: decision });
      deal(after?.id);
    },
  };
}

/**
 * How many requests of the type nobody has decided, undefined until known. While pages of the queue are not loaded,
 * the server's count, less the loaded requests whose decision can still be undone.
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
