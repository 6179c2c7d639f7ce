import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Who left from further down than this many pages is brought as far as they reach. */
const MOST_PAGES = 20;
/** What tells that the person goes somewhere themselves. */
const OWN_MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

type List = {
  /** How many pages were fetched. */
  pages: number;
  isFetching: boolean;
  hasMore: boolean;
  onMore: () => void;
};

/**
 * Leads back to where the list was left. The router goes there itself while the pages are known; after a
 * reload there is only the first, and the place is beyond its end until those down to it were fetched.
 */
export function useWayBack({ pages, isFetching, hasMore, onMore }: List): void {
  const left = useElementScrollRestoration({ getElement: () => window });
  const [goal, setGoal] = useState(left?.scrollY ?? 0);
  useEffect(() => {
    if (goal === 0) return;
    const leave = () => setGoal(0);
    for (const move of OWN_MOVES) addEventListener(move, leave, { once: true });
    return () => {
      for (const move of OWN_MOVES) removeEventListener(move, leave);
    };
  }, [goal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each page, not for each function.
  useEffect(() => {
    if (goal === 0 || pages === 0) return;
    const lowest = document.documentElement.scrollHeight - window.innerHeight;
    if (lowest < goal && hasMore && pages < MOST_PAGES) {
      if (!isFetching) onMore();
      return;
    }
    window.scrollTo({ top: goal });
    setGoal(0);
  }, [goal, pages, isFetching]);
}
