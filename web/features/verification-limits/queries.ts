import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserId } from '#contract/shared/base.ts';
import { orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns the user's verification level, and what remains of its limits. */
export function useOwnLimits() {
  return useQuery(orpc.verificationLimits.current.queryOptions());
}

/** Returns a user's level, its limits and what remains of them, for administrators. */
export function useLimitsOf(userId: UserId) {
  return useQuery(orpc.verificationLimits.ofUser.queryOptions({ input: { userId } }));
}

/** Returns whether the user can upload documents to raise the level. */
export function useDocumentState() {
  return useQuery(orpc.verifications.current.queryOptions());
}

export function refetchOwnLimits(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: orpc.verificationLimits.current.key() });
}

/** Changes a user's verification level. */
export function useSetLevel(onSaved: () => void) {
  return useMutation(
    orpc.users.setVerificationLevel.mutationOptions({
      onSuccess: onSaved,
      onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.users.key() }),
    }),
  );
}
