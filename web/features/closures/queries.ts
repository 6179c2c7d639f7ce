import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';
import { useFullPages } from '#web/lib/lists/full-pages.ts';

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: orpc.closures.key() });
}

/** Returns the caller's newest closure request, and what prevents a new one. */
export function useOwnClosure() {
  return useQuery(orpc.closures.current.queryOptions());
}

export function useRequestClosure(onSuccess: () => void) {
  return useMutation(
    orpc.closures.request.mutationOptions({ onSuccess, onSettled: () => refresh() }),
  );
}

export function useWithdrawClosure() {
  return useMutation(orpc.closures.withdraw.mutationOptions({ onSettled: () => refresh() }));
}

/** Returns open closure requests, oldest first. */
export function useClosures(isNeeded: boolean) {
  return useFullPages(
    useInfiniteQuery({
      ...orpc.closures.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ cursor }),
        ...byCursor,
      }),
      enabled: isNeeded,
    }),
  );
}

export function useRefuseClosure(onSuccess: () => void) {
  return useMutation(
    orpc.closures.refuse.mutationOptions({
      onSuccess,
      onSettled: () => {
        refresh();
        void queryClient.invalidateQueries({ queryKey: orpc.users.key() });
      },
    }),
  );
}
