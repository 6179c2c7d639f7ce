import { type RefObject, useEffect } from 'react';

/** What ends it: from then on, the reader decides what is on the screen. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps the section of the address (`#mails`) on the screen while the cards above it load. */
export function useAddressedSection(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!id || !page.current) return;
    const observer = new ResizeObserver(() =>
      document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }),
    );
    observer.observe(page.current);
    const listening = new AbortController();
    const stop = () => {
      observer.disconnect();
      listening.abort();
    };
    for (const input of INPUTS)
      window.addEventListener(input, stop, { passive: true, signal: listening.signal });
    return stop;
  }, [page]);
}
