import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to the heading of the new page after a navigation, like a page load. */
export function useFocusOnNavigation(mainId: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const main = document.getElementById(mainId);
        const heading = main?.querySelector<HTMLElement>('[data-page-title]');
        (heading ?? main)?.focus({ preventScroll: true });
      }),
    [router, mainId],
  );
}
