import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { queryClient } from '#web/lib/api/query-client.ts';
import { paths } from '#web/lib/page/paths.ts';
import { clearSessionHints } from '../model/hints.ts';

/**
 * Returns a function that removes the hints, opens the login page and clears the user's cached data. `returnTo` is
 * the path to open after the next login.
 */
export function useLeave(): (returnTo?: string) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (returnTo) => {
      // Runs first, because the login page redirects signed-in users.
      clearSessionHints();
      void queryClient.cancelQueries();
      await router.navigate({ to: paths.login, search: { redirect: returnTo }, replace: true });
      queryClient.clear();
    },
    [router],
  );
}
