import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilDataShown } from '#web/lib/api/until-data-shown.ts';
import { savesData } from '#web/lib/page/connection.ts';

/**
 * Prefetches the code of the menu's pages sequentially while the browser is idle and the page has its data. Skipped
 * if the user has enabled data saving.
 */
export function useEarlyScreens(paths: string[]): void {
  const router = useRouter();
  const wanted = paths.join();
  useEffect(() => {
    if (savesData()) return;
    let isOver = false;
    const load = async () => {
      for (const path of wanted.split(',')) {
        await untilDataShown();
        if (isOver || !navigator.onLine) return;
        const route = Object.values(router.routesByPath).find((one) => one.fullPath === path);
        if (route) await router.loadRouteChunk(route);
      }
    };
    // A failed prefetch is ignored: navigating fetches the code again and shows errors.
    load().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [router, wanted]);
}
