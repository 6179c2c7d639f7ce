import { onlineManager, QueryClient } from '@tanstack/react-query';
import { backoffMs } from '../page/backoff.ts';
import { keepUnchanged } from './keep-unchanged.ts';
import { isOutage, isTransient } from './outages.ts';

const MAX_RETRIES = 2;
const LONGEST_DELAY_MS = 4000;

function isWorthRetrying(failureCount: number, error: Error): boolean {
  return isOutage(error) || (failureCount < MAX_RETRIES && isTransient(error));
}

export function retryDelayMs(failureCount: number): number {
  return Math.min(backoffMs(failureCount, Math.random()), LONGEST_DELAY_MS);
}

/** Returns whether a call received no response: `fetch` then throws a TypeError (Fetch Standard). */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError;
}

onlineManager.setOnline(navigator.onLine);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: retryDelayMs,
      staleTime: 10_000,
      structuralSharing: keepUnchanged,
    },
    // Mutations fail immediately while offline; they are never queued for later.
    mutations: { retry: false, networkMode: 'always' },
  },
});
