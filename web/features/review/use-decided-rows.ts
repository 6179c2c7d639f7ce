import { useCallback, useEffect, useRef, useState } from 'react';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';

/** The lists' order: newest first, ties by id, as the server sorts them. */
function byNewest(a: AdminTransaction, b: AdminTransaction): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  if (byTime !== 0) return byTime;
  return a.id < b.id ? 1 : -1;
}

/**
 * Keeps `row` among the rows that were just decided. News may arrive late or twice: a decision is
 * never taken back by an older answer, nor is who decided forgotten.
 */
export function withRow<Row extends AdminTransaction>(decided: Row[], row: Row): Row[] {
  const known = decided.find(({ id }) => id === row.id);
  if (isDecidable(row) || (known?.decidedBy && !row.decidedBy)) return decided;
  return [...decided.filter(({ id }) => id !== row.id), row];
}

type Merge<Row> = {
  /** The pending rows as the server last listed them. */
  pending: Row[];
  /** Every row that is known to have been decided since. */
  decided: Row[];
  /** The ids of those that keep their place although the server no longer lists them. */
  kept: string[];
};

/**
 * The pending list as it is shown: a row that was just decided stays where it stood, as decided, so
 * that a person sees what became of it; and one that an older answer still lists never looks
 * pending again.
 */
export function mergeDecided<Row extends AdminTransaction>({
  pending,
  decided,
  kept,
}: Merge<Row>): Row[] {
  if (decided.length === 0) return pending;
  const known = new Map(decided.map((row) => [row.id, row]));
  const listed = new Set<string>(pending.map(({ id }) => id));
  const left = decided.filter(({ id }) => kept.includes(id) && !listed.has(id));
  return [...pending.map((row) => known.get(row.id) ?? row), ...left].sort(byNewest);
}

const HIGHLIGHT_MS = 2000;

/**
 * The rows that were decided, by anyone, since the screen was opened, those still highlighted, and those
 * that left but keep their place until nobody points at the list any more.
 */
export function useDecidedRows(isTouched: boolean) {
  const [decided, setDecided] = useState<AdminTransaction[]>([]);
  const [lingering, setLingering] = useState<string[]>([]);
  const [places, setPlaces] = useState<string[]>([]);
  const timers = useRef(new Set<number>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) window.clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    if (!isTouched && places.length > 0) setPlaces([]);
  }, [isTouched, places]);

  /** Shows a row as decided and highlights it for two seconds; called again, it completes what is known of it. */
  const show = useCallback((row: AdminTransaction) => {
    setDecided((rows) => withRow(rows, row));
    setLingering((ids) => (ids.includes(row.id) ? ids : [...ids, row.id]));
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      setLingering((ids) => ids.filter((id) => id !== row.id));
      setPlaces((ids) => [...ids, row.id]);
    }, HIGHLIGHT_MS);
    timers.current.add(timer);
  }, []);

  const gone = isTouched ? places.filter((id) => !lingering.includes(id)) : [];
  return { decided, lingering, gone, highlightedId: lingering.at(-1), show };
}
