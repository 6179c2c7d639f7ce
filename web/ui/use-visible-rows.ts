import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows beyond the edges of the window that are kept in the page, so that none comes late; at first fewer. */
const SPARE_ROWS = 8;
const FIRST_SPARE_ROWS = 1;
/** So many rows before the last one, more are asked for. */
const EARLY_ROWS = 15;

/** What lists measured when they were last on screen: whoever comes back finds the place that the browser restores. */
const measured = new Map<string, VirtualItem[]>();

type Rows = {
  /** What the list is known by when it comes back. */
  name: string;
  count: number;
  /** Of a row that was not measured yet, in pixels. */
  heightOf: (index: number) => number;
  /** Between two rows, in pixels. */
  gap: number;
  /** Called when the last rows come into sight. */
  onEnd: () => void;
};

/** Which rows of a list are in sight as the window scrolls, and how high those before and after them are. */
export function useVisibleRows<List extends HTMLElement>({
  name,
  count,
  heightOf,
  gap,
  onEnd,
}: Rows) {
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  const [spareRows, setSpareRows] = useState(FIRST_SPARE_ROWS);
  useEffect(() => startTransition(() => setSpareRows(SPARE_ROWS)), []);
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    estimateSize: heightOf,
    overscan: spareRows,
    scrollMargin: top,
    initialMeasurementsCache: measured.get(name),
    // React draws while it scrolls either way; made to draw at once, it complains.
    useFlushSync: false,
  });
  // Rows are as high as was estimated, or nearly: no one's place is worth moving the page by itself.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the rows, what stands above them may have changed.
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [count]);
  useEffect(() => () => void measured.set(name, virtualizer.takeSnapshot()), [name, virtualizer]);
  const visible = virtualizer.getVirtualItems();
  const first = visible[0];
  const last = visible.at(-1);
  const isAtEnd = last !== undefined && last.index >= count - EARLY_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each row count, not for each function.
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
