import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** After the closing dialog has tried to give the focus back, and the row's buttons have gone. */
const SETTLED_MS = 400;

/**
 * Moves the focus to `place` when what had it left the screen, as a decided row's buttons do:
 * otherwise a keyboard would start over at the top of the page.
 */
export function useFocusWhenLost(place: RefObject<HTMLElement | null>): () => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) place.current?.focus({ preventScroll: true });
    }, SETTLED_MS);
  }, [place]);
}
