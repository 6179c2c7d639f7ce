import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminTransaction } from '#contract/transactions.ts';
import { withRow } from './decided-rows.ts';

const HIGHLIGHT_MS = 2000;

/** The rows that were decided, by anyone, since the screen was opened, and those still highlighted. */
export function useDecidedRows() {
  const [decided, setDecided] = useState<AdminTransaction[]>([]);
  const [lingering, setLingering] = useState<string[]>([]);
  const timers = useRef(new Set<number>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) window.clearTimeout(timer);
    };
  }, []);

  /** Shows a row as decided and highlights it for two seconds; called again, it completes what is known of it. */
  const show = useCallback((row: AdminTransaction) => {
    setDecided((rows) => withRow(rows, row));
    setLingering((ids) => (ids.includes(row.id) ? ids : [...ids, row.id]));
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      setLingering((ids) => ids.filter((id) => id !== row.id));
    }, HIGHLIGHT_MS);
    timers.current.add(timer);
  }, []);

  return { decided, lingering, highlightedId: lingering.at(-1), show };
}
