import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Overscan: rows rendered outside of the viewport. Fewer on the first render. */
const SPARE_ROWS = 8;
const FIRST_SPARE_ROWS = 1;
/** Fetches more this many rows before the end. */
const EARLY_ROWS = 15;

/** Row measurements of lists shown before, so that the browser restores the scroll position. */
const measured = new Map<string, VirtualItem[]>();

type Rows = {
  name: string;
  count: number;
  /** Estimated height of a row in pixels. */
  heightOf: (index: number) => number;
  onEnd: () => void;
};

/** Virtualizes a window-scrolled list: returns the visible rows and the height before and after them. */
export function useVisibleRows<List extends HTMLElement>({ name, count, heightOf, onEnd }: Rows) {
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  const [spareRows, setSpareRows] = useState(FIRST_SPARE_ROWS);
  useEffect(() => startTransition(() => setSpareRows(SPARE_ROWS)), []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: heightOf,
    overscan: spareRows,
    scrollMargin: top,
    initialMeasurementsCache: measured.get(name),
    // With flushSync, React warns about rendering during a scroll event.
    useFlushSync: false,
  });
  // Estimates are close to the real heights, so that the scroll position need not be corrected.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows can move the list's top edge.
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [count]);
  useEffect(() => () => void measured.set(name, virtualizer.takeSnapshot()), [name, virtualizer]);
  const visible = virtualizer.getVirtualItems();
  const first = visible[0];
  const last = visible.at(-1);
  const isAtEnd = last !== undefined && last.index >= count - EARLY_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked for each row count, not for each function.
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, count]);
  return {
    list,
    visible,
    before: first ? first.start - top : 0,
    after: virtualizer.getTotalSize() - (last ? last.end - top : 0),
    measure: virtualizer.measureElement,
  };
}
