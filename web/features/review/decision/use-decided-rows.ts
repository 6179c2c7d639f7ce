import { useCallback, useEffect, useRef, useState } from 'react';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';

/** The server's order: newest first, ties by id. */
function byNewest(a: AdminTransaction, b: AdminTransaction): number {
  const byTime = b.createdAt.getTime() - a.createdAt.getTime();
  if (byTime !== 0) return byTime;
  return a.id < b.id ? 1 : -1;
}

/**
 * Adds `row` to the rows that were just decided. Events can arrive late or twice: an older response never reverts a
 * decision or removes the reviewer's name.
 */
export function withRow<Row extends AdminTransaction>(decided: Row[], row: Row): Row[] {
  const known = decided.find(({ id }) => id === row.id);
  if (isDecidable(row) || (known?.decidedBy && !row.decidedBy)) return decided;
  return [...decided.filter(({ id }) => id !== row.id), row];
}

type Merge<Row> = {
  /** The pending rows of the last response. */
  pending: Row[];
  /** All rows known to be decided since then. */
  decided: Row[];
  /** Ids of rows that keep their position although the server no longer lists them. */
  kept: string[];
};

/**
 * Returns the displayed pending list. A row that was just decided keeps its position and shows its decision. It
 * never looks pending again, even if an older response lists it.
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
 * Returns the rows decided by any reviewer since the page was opened, the highlighted ones, and the removed rows
 * that keep their position while a pointer is over the list.
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

  /** Shows a row as decided and highlights it for two seconds. A second call adds details. */
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
