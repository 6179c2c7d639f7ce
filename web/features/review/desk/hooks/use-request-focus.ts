import { useEffect, useRef } from 'react';

/** Element that receives the focus when the next request is shown. */
export const REQUEST_HEADING_ID = 'desk-amount';

/**
 * Moves the focus to the heading of the next request, or of the page if there is none. The clicked button was
 * removed, and the focus would otherwise restart at the top of the page.
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
