import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilIdle } from '../../lib/idle.ts';

/**
 * Fetches the code of the screens that the menu leads to, one after another while nothing else goes on, so that a
 * press finds it there. Who asked their browser to save data is not charged for screens that they may never open.
 */
export function useEarlyScreens(paths: string[]): void {
  const router = useRouter();
  const wanted = paths.join();
  useEffect(() => {
    if (savesData()) return;
    let isOver = false;
    const load = async () => {
      for (const path of wanted.split(',')) {
        await untilIdle();
        if (isOver || !navigator.onLine) return;
        const route = Object.values(router.routesByPath).find((one) => one.fullPath === path);
        if (route) await router.loadRouteChunk(route);
      }
    };
    // Nobody has asked for it yet: who presses has it fetched again, and is told when that fails.
    load().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [router, wanted]);
}

/** Network Information API, which Safari and Firefox don't have. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}
