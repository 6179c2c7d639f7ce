import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, orpc } from '../../lib/api/api.ts';
import { isOutage, isTransient } from '../../lib/api/outages.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError } from '../../ui/toasts.ts';
import { useLiveEvents } from '../events/use-live-events.ts';
import { createFailureToasts, isAbort } from './model/failure-toasts.ts';
import { createRefetchPace, mayRetry, retryDelayMs } from './model/refetch-pace.ts';

const DEBOUNCE_MS = 1000;
const GAP_MS = 1000;

export function useOwnCounts() {
  return useQuery(orpc.dashboards.own.queryOptions());
}

/** Returns the user's newest transactions, refetched at the intervals of section 9 of the specification. */
export function useRecentTransactions() {
  const { t } = useTranslation();
  const [pace] = useState(() =>
    createRefetchPace({
      debounceMs: DEBOUNCE_MS,
      gapMs: GAP_MS,
      act: () => void queryClient.invalidateQueries({ queryKey: orpc.dashboards.key() }),
    }),
  );
  const [toasts] = useState(createFailureToasts);
  const recent = useQuery(
    orpc.dashboards.recent.queryOptions({
      queryFn: ({ signal }) => {
        pace.noteFetch();
        return api.dashboards.recent(undefined, { signal });
      },
      retry: (failures, error) =>
        isOutage(error) || (mayRetry(failures) && !isAbort(error) && isTransient(error)),
      retryDelay: retryDelayMs,
    }),
  );
  useEffect(() => pace.stop, [pace]);
  useLiveEvents((event) => {
    if (event.entity === 'transaction' && event.audience !== 'admin') pace.ask();
  });
  const { error, errorUpdatedAt } = recent;
  useEffect(() => {
    if (!error || isAbort(error) || !toasts.mayShow(errorUpdatedAt)) return;
    toastError({ message: t('Failed to load transactions') });
  }, [error, errorUpdatedAt, toasts, t]);
  return recent;
}
