import { ORPCError } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';

const MAX_RETRIES = 2;

/** Only a lost connection or a server fault is worth a second try; a refusal stays a refusal. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES) return false;
  return !(error instanceof ORPCError) || error.status >= 500;
}

/** The one cache of server state in this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 10_000 },
    mutations: { retry: false },
  },
});
