import { type FocusEvent, useEffect, useRef } from 'react';

/** Delay in milliseconds until a closing dialog has restored the focus. */
const SETTLED_MS = 400;

/**
 * Otherwise the focus would restart at the top of the page. After a chain of dialogs, it returns to the button that
 * opened the first. `rows` must change with the list.
 */
export function useFocusWhenLost<List extends HTMLElement = HTMLDivElement>(
  isDialogOpen: boolean,
  rows: unknown,
) {
  const place = useRef<List>(null);
  const lastFocused = useRef<Element>(undefined);
  const wasOpen = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows change.
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
      // The opener was removed or hidden with its row.
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    }, SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [isDialogOpen, rows]);

  const onFocus = (event: FocusEvent) => {
    if (event.target !== event.currentTarget) lastFocused.current = event.target;
  };
  return { ref: place, tabIndex: -1, onFocus };
}
