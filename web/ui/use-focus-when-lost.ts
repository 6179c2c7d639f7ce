import { type FocusEvent, useEffect, useRef } from 'react';

/** By then a closing dialog has tried to give the focus back. */
const SETTLED_MS = 400;

/**
 * Keeps a keyboard's place in a list whose rows leave: when the button that had the focus is gone,
 * as a decided row's buttons are, the list gets it; otherwise it would start over at the top of the
 * page. When a chain of dialogs closes, the focus goes back to the button that opened the first.
 * Answers the attributes of the list's element; `rows` is whatever changes with the list.
 */
export function useFocusWhenLost<List extends HTMLElement = HTMLDivElement>(
  isDialogOpen: boolean,
  rows: unknown,
) {
  const place = useRef<List>(null);
  const lastFocused = useRef<Element>(undefined);
  const wasOpen = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the rows change.
  useEffect(() => {
    if (isDialogOpen) wasOpen.current = true;
    if (isDialogOpen || !lastFocused.current) return;
    const timer = window.setTimeout(() => {
      const isClosing = wasOpen.current;
      wasOpen.current = false;
      const opener = lastFocused.current;
      if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return;
      if (opener.isConnected && !isClosing) return;
      opener.focus({ preventScroll: true });
      // It is gone, or out of sight with what was decided.
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    }, SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [isDialogOpen, rows]);

  const onFocus = (event: FocusEvent) => {
    if (event.target !== event.currentTarget) lastFocused.current = event.target;
  };
  return { ref: place, tabIndex: -1, onFocus };
}
