import { startTransition, useEffect, useRef, useState } from 'react';

/** Number of rows visible on a phone; each takes a slow phone 20 ms to render. */
const FIRST_ROWS = 5;
const MORE_ROWS = 12;
/** More rows are rendered this many rows before the last one. */
const EARLY_ROWS = 4;

/**
 * Returns how many of `total` rows to render: the visible ones, and more when the row at `triggerIndex` approaches
 * the viewport.
 */
export function useDrawnRows(total: number) {
  const [wanted, setWanted] = useState(FIRST_ROWS);
  const trigger = useRef<HTMLLIElement>(null);
  const areAllDrawn = wanted >= total;
  useEffect(() => {
    if (areAllDrawn || !trigger.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) startTransition(() => setWanted(wanted + MORE_ROWS));
    });
    observer.observe(trigger.current);
    return () => observer.disconnect();
  }, [areAllDrawn, wanted]);
  const drawn = Math.min(wanted, total);
  return { drawn, areAllDrawn, trigger, triggerIndex: drawn - EARLY_ROWS };
}
