import { useMutation, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useChangeFailureToast } from '../../ui/use-change-failure-toast.ts';

export function useOwnIdentity() {
  return useQuery(orpc.identities.own.queryOptions());
}

/** Opens the sign-in provider, which returns the person to the page that links the account. */
export function useBeginLink() {
  const onError = useChangeFailureToast();
  return useMutation(
    orpc.identities.beginLink.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError,
    }),
  );
}

export function useUnlink() {
  const onError = useChangeFailureToast();
  return useMutation(
    orpc.identities.unlink.mutationOptions({
      onError,
      onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.identities.key() }),
    }),
  );
}
