import { useEffect, useRef } from 'react';

/** Where the focus goes when the request that had it leaves the desk. */
export const REQUEST_HEADING_ID = 'desk-amount';

/**
 * Moves the focus to the heading of the next request, or of the page when there is none. The button that decided
 * the last one is gone, and the focus with it: the keyboard would start again at the top of the page.
 */
export function useRequestFocus(shownId: string | undefined): void {
  const lastId = useRef(shownId);
  useEffect(() => {
    const isFirst = lastId.current === undefined;
    const isSame = lastId.current === shownId;
    lastId.current = shownId;
    if (isFirst || isSame || document.activeElement !== document.body) return;
    const heading =
      document.getElementById(REQUEST_HEADING_ID) ??
      document.querySelector<HTMLElement>('[data-page-title]');
    heading?.focus({ preventScroll: true });
  }, [shownId]);
}
