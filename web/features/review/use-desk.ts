import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LiveEvent } from '#contract/events.ts';
import { isDecidable, type TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { readText } from '../../lib/address-filters.ts';
import { useLiveEvents } from '../live/use-live-events.ts';
import { prefetchDesk, useDeskRequest, useQueue } from './queries.ts';
import { mergeDecided, withRow } from './use-decided-rows.ts';
import { stepFrom } from './use-shortcuts.ts';

/** The address of a desk: the request that lies on it. */
export function deskSearch(raw: Record<string, unknown>): { id?: string } {
  const id = readText(raw.id);
  return id ? { id } : {};
}

/** The queue of a desk, the one that waits longest first, and the request that lies on the desk. */
export function useDesk(type: TransactionType) {
  const { id } = deskSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queue = useQueue(type);
  const [decided, setDecided] = useState<AdminTransaction[]>([]);
  const pending = (queue.data?.pages.flatMap((page) => page.rows) ?? []).reverse();
  // What was decided here keeps its place: nothing in the queue moves.
  const kept = decided.map((row) => row.id);
  const rows = [...mergeDecided({ pending, decided, kept })].reverse();
  const waiting = rows.filter(isDecidable);
  const open = (next: string | undefined) =>
    void navigate({ to: '.', search: next ? { id: next } : {}, replace: true, resetScroll: false });

  const first = waiting[0]?.id;
  // Named in the address at once, so that no news of the queue puts another request in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a desk without a request takes one.
  useEffect(() => {
    if (!id && first) open(first);
  }, [id, first]);

  const index = rows.findIndex((row) => row.id === id);
  const place = id ? { id, index: Math.max(index, 0) } : undefined;
  const after = rows.slice(index + 1).find(isDecidable) ?? waiting.find((row) => row.id !== id);
  useEffect(() => prefetchDesk(after), [after]);

  const note = (row: AdminTransaction) => setDecided((all) => withRow(all, row));
  useLiveEvents((event: LiveEvent) => {
    if (event.entity !== 'transaction' || event.status === 'pending') return;
    const row = rows.find((one) => one.id === event.id);
    if (row && isDecidable(row)) note({ ...row, status: event.status });
  });
  const step = (by: 1 | -1) => {
    const next = stepFrom(rows, place, by);
    if (next && next.id !== id) open(next.id);
  };
  return {
    queue,
    rows,
    waitingCount: waiting.length,
    id,
    /** As the queue has it, until what helps to decide it has come. */
    row: rows[index],
    desk: useDeskRequest(id),
    open,
    next: () => step(1),
    previous: () => step(-1),
    /** Keeps what was decided in its place and goes on to the next that waits. */
    finish: (row: AdminTransaction) => {
      note(row);
      open(after?.id);
    },
  };
}

export type DeskState = ReturnType<typeof useDesk>;
