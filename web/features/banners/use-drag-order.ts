import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Banner } from '#contract/banners.ts';

/** What is held by its grip: where it would land, and how far it was moved, in pixels. */
type Drag = { id: string; from: number; place: number; offset: number };

/** As near to the top or bottom of the window the page scrolls along; the top bar is part of it. */
const SCROLL_EDGE_PX = 120;
const SCROLL_SPEED = 0.15;

/**
 * Moving a banner by its grip, with a mouse, a pen or a finger. The rows of `list` carry the ids of
 * their banners. Answers the attributes of each row and of its grip. The keyboard has Move Up and
 * Move Down instead.
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
      // Someone else may have deleted the banner that is held.
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
    // After the end of every kind, also when the browser takes the pointer away.
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

/** Where on the page, not in the window: it may scroll meanwhile. */
function pageY(clientY: number): number {
  return clientY + window.scrollY;
}

/**
 * How many of the other rows have their middle above a height: as many as will stand before this one.
 * Undefined when this one is not there any more.
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

/** On which side of the row at a place the dragged one would land; undefined when not beside it. */
function targetSide({ from, place: to }: Drag, place: number): 'above' | 'below' | undefined {
  if (place !== to || to === from) return undefined;
  return to < from ? 'above' : 'below';
}

/** While something is held near an edge of the window, the page moves on and `onScroll` is called. */
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
