import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserId } from '#contract/shared/base.ts';
import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

/** A login elsewhere is no event: most people never open these lists. */
const REFRESH_MS = 10_000;

export function useOwnSessions() {
  return useQuery(orpc.sessions.list.queryOptions({ refetchInterval: REFRESH_MS }));
}

/** Read once a page load. */
export function useFailedLogins() {
  return useQuery(orpc.sessions.failed.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
}

export function useSessionsOf(userId: UserId) {
  return useQuery(
    orpc.sessions.ofUser.queryOptions({ input: { userId }, refetchInterval: REFRESH_MS }),
  );
}

const refreshSessions = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.sessions.list.key() });

export function useEndSessionsOf(onEnded: () => void) {
  return useMutation(
    orpc.sessions.endOfUser.mutationOptions({
      onSuccess: onEnded,
      onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.sessions.ofUser.key() }),
    }),
  );
}

export function useEndSession(onEnded: () => void) {
  return useMutation(
    orpc.sessions.end.mutationOptions({
      onSuccess: onEnded,
      onSettled: refreshSessions,
    }),
  );
}

export function useEndOtherSessions(onEnded: () => void) {
  return useMutation(
    orpc.sessions.endOthers.mutationOptions({
      onSuccess: onEnded,
      onSettled: refreshSessions,
    }),
  );
}
