import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Banner } from '#contract/banners/schema.ts';

/** The dragged banner: its target index, and its offset in pixels. */
type Drag = { id: string; from: number; place: number; offset: number };

/** Distance in pixels to the viewport's edge at which the page scrolls; includes the top bar. */
const SCROLL_EDGE_PX = 120;
const SCROLL_SPEED = 0.15;

/**
 * Reorders banners by dragging with mouse, pen or touch. Row elements of `list` must carry banner ids. Returns the
 * attributes of each row and handle. Keyboard users have Move Up and Move Down.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (banner: Banner, place: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const pointer = useRef({ y: 0, startY: 0 });

  const follow = () => {
    const { y, startY } = pointer.current;
    setDrag((held) => {
      const place = held && placeAt(list.current, held.id, y);
      // Another administrator may have deleted the dragged banner.
      if (!held || place === undefined) return undefined;
      return { ...held, place, offset: pageY(y) - startY };
    });
  };
  useScrollAtEdges(drag !== undefined, () => pointer.current.y, follow);

  const gripProps = (banner: Banner, place: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = { y: event.clientY, startY: pageY(event.clientY) };
      setDrag({ id: banner.id, from: place, place, offset: 0 });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      pointer.current.y = event.clientY;
      follow();
    },
    onPointerUp: (event: PointerEvent) => {
      const place = drag && placeAt(list.current, banner.id, event.clientY);
      if (place !== undefined) onDrop(banner, place);
    },
    // Fires at the end of every drag, also if the browser cancels the pointer.
    onLostPointerCapture: () => setDrag(undefined),
  });
  const rowProps = (banner: Banner, place: number) => ({
    'data-banner': banner.id,
    'data-dragged': drag?.id === banner.id || undefined,
    'data-target': drag && targetSide(drag, place),
    style: drag?.id === banner.id ? { translate: `0 ${drag.offset}px` } : undefined,
  });
  return { gripProps, rowProps };
}

/** Converts to a position on the page, which can scroll during a drag. */
function pageY(clientY: number): number {
  return clientY + window.scrollY;
}

/**
 * Returns the target index: the number of other rows whose middle is above `y`. Undefined if the dragged row was
 * removed.
 */
function placeAt(list: HTMLElement | null, id: string, y: number): number | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-banner]') ?? [])];
  const others = rows.filter((row) => row.dataset.banner !== id);
  if (others.length === rows.length) return undefined;
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

/** Returns the side of a row at which the dragged one would be inserted, if any. */
function targetSide({ from, place: to }: Drag, place: number): 'above' | 'below' | undefined {
  if (place !== to || to === from) return undefined;
  return to < from ? 'above' : 'below';
}

/** Scrolls the page while a banner is dragged near the viewport's edge, and calls `onScroll`. */
function useScrollAtEdges(isHeld: boolean, readY: () => number, onScroll: () => void) {
  const latest = useRef({ readY, onScroll });
  useEffect(() => {
    latest.current = { readY, onScroll };
  });
  useEffect(() => {
    if (!isHeld) return;
    let frame = requestAnimationFrame(function step() {
      const y = latest.current.readY();
      const above = Math.min(0, y - SCROLL_EDGE_PX);
      const below = Math.max(0, y - (window.innerHeight - SCROLL_EDGE_PX));
      if (above + below !== 0) {
        window.scrollBy({ top: (above + below) * SCROLL_SPEED, behavior: 'instant' });
        latest.current.onScroll();
      }
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isHeld]);
}
