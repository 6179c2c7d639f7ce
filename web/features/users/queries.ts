import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { UserId } from '#contract/base.ts';
import { orpc } from '../../lib/api.ts';
import { useFullPages } from '../../lib/full-pages.ts';
import { queryClient } from '../../lib/query-client.ts';
import { usersQuery } from './list-query.ts';

/** The users that match; the last rows stay while another search loads. */
export function useUsers(search: string) {
  return useFullPages(
    useInfiniteQuery({ ...usersQuery({ search }), placeholderData: keepPreviousData }),
  );
}

/** One user, whole; nothing while nobody is asked for. */
export function useUser(userId: UserId | undefined) {
  return useQuery(orpc.users.get.queryOptions({ input: userId ? { userId } : skipToken }));
}

/** What of a user's waits for a decision. */
export function usePendingOf(userId: UserId, isNeeded: boolean) {
  return useQuery(
    orpc.transactions.search.queryOptions({
      input: { search: userId, status: 'pending' },
      enabled: isNeeded,
    }),
  );
}

function refreshUsers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: orpc.users.key() });
}

/** Creates a user. */
export function useCreateUser() {
  return useMutation(orpc.users.create.mutationOptions({ onSettled: () => void refreshUsers() }));
}

/** Activates or deactivates a user; the open details follow at once. */
export function useSetStatus() {
  return useMutation(
    orpc.users.setStatus.mutationOptions({
      onSuccess: (_, { userId, status }) => {
        const queryKey = orpc.users.get.queryKey({ input: { userId } });
        queryClient.setQueryData(queryKey, (user) => user && { ...user, status });
      },
      onSettled: () => void refreshUsers(),
    }),
  );
}

/** Sets a user's password, which signs them out everywhere. */
export function useSetPassword() {
  return useMutation(
    orpc.users.setPassword.mutationOptions({ onSuccess: () => void refreshSession() }),
  );
}

/** Changes one's own password. */
export function useChangeOwnPassword(on: { success: () => void; error: (error: unknown) => void }) {
  return useMutation(
    orpc.users.changeOwnPassword.mutationOptions({
      onSuccess: () => {
        void refreshSession();
        on.success();
      },
      onError: on.error,
    }),
  );
}

/** It says whose password everyone knows. */
function refreshSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: orpc.sessions.current.key() });
}

/** Sets a user's balance by an adjustment. */
export function useAdjustBalance() {
  return useMutation(
    orpc.users.adjustBalance.mutationOptions({ onSettled: () => void refreshUsers() }),
  );
}

/** Deletes a user. Only the lists are fetched anew: the details would answer that there is no such user. */
export function useRemoveUser() {
  return useMutation(
    orpc.users.remove.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: orpc.users.list.key() }),
    }),
  );
}
