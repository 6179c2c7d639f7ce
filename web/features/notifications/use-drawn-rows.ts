import { startTransition, useEffect, useRef, useState } from 'react';

/** As many as a tall phone shows at once; a slow phone takes 20 ms for each. */
const FIRST_ROWS = 8;
const MORE_ROWS = 12;
/** So many rows before the last drawn one, more are drawn. */
const EARLY_ROWS = 4;

/** How many of `total` rows to draw: those in sight, and more as `trigger`, the row at `triggerIndex`, comes near. */
export function useDrawnRows(total: number) {
  const [wanted, setWanted] = useState(FIRST_ROWS);
  const trigger = useRef<HTMLLIElement>(null);
  const isWhole = wanted >= total;
  useEffect(() => {
    if (isWhole || !trigger.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) startTransition(() => setWanted(wanted + MORE_ROWS));
    });
    observer.observe(trigger.current);
    return () => observer.disconnect();
  }, [isWhole, wanted]);
  const drawn = Math.min(wanted, total);
  return { drawn, isWhole, trigger, triggerIndex: drawn - EARLY_ROWS };
}
