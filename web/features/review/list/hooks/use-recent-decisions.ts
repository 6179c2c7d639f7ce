import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useDecidedRows } from '../../decision/hooks/use-decided-rows.ts';

const HIGHLIGHT_MS = 2000;

/**
 * Returns the decided rows of a list, the highlighted ones, and the removed rows that keep their position while a
 * pointer is over the list.
 */
export function useRecentDecisions(isTouched: boolean) {
  const { decided, markDecided } = useDecidedRows<AdminTransaction>();
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
  const show = useCallback(
    (row: AdminTransaction) => {
      markDecided(row);
      setLingering((ids) => (ids.includes(row.id) ? ids : [...ids, row.id]));
      const timer = window.setTimeout(() => {
        timers.current.delete(timer);
        setLingering((ids) => ids.filter((id) => id !== row.id));
        setPlaces((ids) => [...ids, row.id]);
      }, HIGHLIGHT_MS);
      timers.current.add(timer);
    },
    [markDecided],
  );

  const gone = isTouched ? places.filter((id) => !lingering.includes(id)) : [];
  return { decided, lingering, gone, highlightedId: lingering.at(-1), show };
}
