import { ORPCError } from '@orpc/client';
import { onlineManager, QueryClient } from '@tanstack/react-query';

const MAX_RETRIES = 2;

/** Whether a second try may go better: after a lost connection or a server fault; a refusal stays a refusal. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ORPCError) || error.status >= 500;
}

function isWorthRetrying(failureCount: number, error: Error): boolean {
  return failureCount < MAX_RETRIES && isTransient(error);
}

/** Whether a call got no answer at all, as without a connection: what `fetch` then throws (Fetch Standard). */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError;
}

// TanStack Query takes every start for online; one that is not waits for the connection.
onlineManager.setOnline(navigator.onLine);

/** The one cache of server state in this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 10_000 },
    mutations: { retry: false },
  },
});
