import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Maximum number of pages to fetch in order to restore a scroll position. */
const MOST_PAGES = 20;
/** Events that mean the user scrolls or navigates; restoring the position then stops. */
const OWN_MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

type List = {
  pages: number;
  isFetching: boolean;
  hasMore: boolean;
  onMore: () => void;
};

/**
 * Restores the scroll position of a list. The router does so while the pages are cached. After a reload only the
 * first page is known, so further pages are fetched until the position is reached.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked for each page, not for each function.
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
