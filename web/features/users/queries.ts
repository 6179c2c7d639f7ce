import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { UserId } from '#contract/shared/base.ts';
import { orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useFullPages } from '../../lib/lists/full-pages.ts';
import { usersQuery } from './model/list-query.ts';

/** Returns matching users. Keeps the previous rows while another search loads. */
export function useUsers(filters: Parameters<typeof usersQuery>[0]) {
  return useFullPages(
    useInfiniteQuery({ ...usersQuery(filters), placeholderData: keepPreviousData }),
  );
}

/** Returns a user's details; disabled while `userId` is undefined. */
export function useUser(userId: UserId | undefined) {
  return useQuery(orpc.users.get.queryOptions({ input: userId ? { userId } : skipToken }));
}

/** Returns a user's pending requests. */
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

export function useCreateUser() {
  return useMutation(orpc.users.create.mutationOptions({ onSettled: () => void refreshUsers() }));
}

/** Activates or deactivates a user, and updates the cached details immediately. */
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

export function useSetFrozen() {
  return useMutation(
    orpc.users.setFrozen.mutationOptions({ onSettled: () => void refreshUsers() }),
  );
}

export function useResetFactors() {
  return useMutation(
    orpc.users.resetSecondFactors.mutationOptions({ onSettled: () => void refreshUsers() }),
  );
}

export function useSetRole() {
  return useMutation(orpc.users.setRole.mutationOptions({ onSettled: () => void refreshUsers() }));
}

/** Sets a user's password, which ends all of the user's sessions. */
export function useSetPassword() {
  return useMutation(
    orpc.users.setPassword.mutationOptions({ onSuccess: () => void refreshSession() }),
  );
}

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

/** The session contains the list of default accounts with published passwords. */
function refreshSession(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: orpc.sessions.current.key() });
}

/** Returns the caller's limits of adjustments; disabled while they are not needed. */
export function useAdjustmentLimits(isNeeded: boolean) {
  return useQuery(orpc.users.adjustmentLimits.queryOptions({ enabled: isNeeded }));
}

export function useAdjustBalance() {
  return useMutation(
    orpc.users.adjustBalance.mutationOptions({ onSettled: () => void refreshUsers() }),
  );
}

/** Deletes a user. Refetches only the lists: refetching the details would return a 404. */
export function useRemoveUser() {
  return useMutation(
    orpc.users.remove.mutationOptions({
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: orpc.users.list.key() }),
    }),
  );
}
