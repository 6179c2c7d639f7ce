import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminTransaction } from '#contract/transactions.ts';
import { withRow } from './decided-rows.ts';

const HIGHLIGHT_MS = 2000;

/** The rows that were decided within the last two seconds, by anyone, and which of them was last. */
export function useDecidedRows() {
  const [decided, setDecided] = useState<AdminTransaction[]>([]);
  const [highlightedId, setHighlightedId] = useState<string>();
  const timers = useRef(new Map<string, number>());

  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending.values()) window.clearTimeout(timer);
    };
  }, []);

  const forget = useCallback((id: string) => {
    timers.current.delete(id);
    setDecided((rows) => rows.filter((row) => row.id !== id));
    setHighlightedId((highlighted) => (highlighted === id ? undefined : highlighted));
  }, []);

  /** Shows a row as decided for two seconds; called again, it only completes what is known of it. */
  const show = useCallback(
    (row: AdminTransaction) => {
      setDecided((rows) => withRow(rows, row));
      setHighlightedId(row.id);
      if (timers.current.has(row.id)) return;
      const timer = window.setTimeout(() => forget(row.id), HIGHLIGHT_MS);
      timers.current.set(row.id, timer);
    },
    [forget],
  );

  return { decided, highlightedId, show };
}
