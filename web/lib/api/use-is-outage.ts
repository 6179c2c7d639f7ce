import { useSyncExternalStore } from 'react';
import { isOutage } from './outages.ts';
import { queryClient } from './query-client.ts';

const queries = queryClient.getQueryCache();

export function useIsOutage(): boolean {
  return useSyncExternalStore(listen, isWaiting);
}

const listen = (listener: () => void) => queries.subscribe(listener);

function isWaiting(): boolean {
  return queries
    .getAll()
    .some((query) => query.isActive() && isOutage(query.state.fetchFailureReason));
}
