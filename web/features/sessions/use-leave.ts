import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { clearSessionHints } from './hints.ts';

/**
 * Forgets who was signed in, shows the login page in place of the current one, and then drops what
 * was fetched in that person's name. `returnTo` is where to continue after signing in again.
 */
export function useLeave(): (returnTo?: string) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (returnTo) => {
      // First, so that the login page does not take this person for signed in.
      clearSessionHints();
      void queryClient.cancelQueries();
      await router.navigate({ to: '/login', search: { redirect: returnTo }, replace: true });
      queryClient.clear();
    },
    [router],
  );
}
