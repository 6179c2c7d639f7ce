import { ORPCError } from '@orpc/client';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { backoffMs } from './backoff.ts';
import { keepUnchanged } from './keep-unchanged.ts';
import { isOutage } from './outages.ts';

const MAX_RETRIES = 2;
const LONGEST_DELAY_MS = 4000;

/** Whether a second try may go better: after a lost connection or a server fault; a refusal stays a refusal. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ORPCError) || error.status >= 500;
}

/** Throughout an outage a call goes on trying: what waits for it on screen comes by itself. */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  return isOutage(error) || (failureCount < MAX_RETRIES && isTransient(error));
}

/** How long a call that failed waits for its next attempt, in milliseconds; `failureCount` is from 0. */
export function retryDelayMs(failureCount: number): number {
  return Math.min(backoffMs(failureCount, Math.random()), LONGEST_DELAY_MS);
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
    queries: {
      retry: isWorthRetrying,
      retryDelay: retryDelayMs,
      staleTime: 10_000,
      structuralSharing: keepUnchanged,
    },
    // What can't be sent now fails at once: it is never sent later, unasked.
    mutations: { retry: false, networkMode: 'always' },
  },
});
