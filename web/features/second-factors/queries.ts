import { startRegistration } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useChangeFailureToast } from '../../ui/use-change-failure-toast.ts';

export function useOwnFactors() {
  return useQuery(orpc.secondFactors.get.queryOptions());
}

const refreshFactors = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.secondFactors.key() });

/** Creates the secret of an authenticator app, which cannot be fetched again. */
export function useBeginAuthenticator(onBegun: (setup: { secret: string; uri: string }) => void) {
  const onError = useChangeFailureToast();
  return useMutation(
    orpc.secondFactors.beginAuthenticator.mutationOptions({
      // Removes the secret from memory when the dialog closes.
      gcTime: 0,
      onSuccess: onBegun,
      onError,
    }),
  );
}

export function useConfirmAuthenticator(onAdded: (made: { recoveryCodes: string[] }) => void) {
  return useMutation(
    orpc.secondFactors.confirmAuthenticator.mutationOptions({
      gcTime: 0,
      onSuccess: onAdded,
      onSettled: refreshFactors,
    }),
  );
}

export function useRemoveAuthenticator() {
  const onError = useChangeFailureToast();
  return useMutation(
    orpc.secondFactors.removeAuthenticator.mutationOptions({
      onError,
      onSettled: refreshFactors,
    }),
  );
}

export function useReplaceRecoveryCodes(onMade: (made: { recoveryCodes: string[] }) => void) {
  const onError = useChangeFailureToast();
  return useMutation(
    orpc.secondFactors.replaceRecoveryCodes.mutationOptions({
      gcTime: 0,
      onSuccess: onMade,
      onError,
      onSettled: refreshFactors,
    }),
  );
}

/** Creates a passkey in the browser and adds it. */
export function useAddPasskey(onAdded: (made: { recoveryCodes: string[] }) => void) {
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ name }: { name: string }) => {
      const options = await api.secondFactors.beginPasskey();
      const created = await startRegistration({
        optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'], // Optional fields are left out.
      });
      const { id, rawId, response } = created;
      const { clientDataJSON, attestationObject, transports } = response;
      return api.secondFactors.addPasskey({
        name,
        creation: {
          id,
          rawId,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
        },
      });
    },
    onSuccess: onAdded,
    onSettled: refreshFactors,
  });
}

export function useRenamePasskey(onRenamed: () => void) {
  return useMutation(
    orpc.secondFactors.renamePasskey.mutationOptions({
      onSuccess: onRenamed,
      onSettled: refreshFactors,
    }),
  );
}

export function useRemovePasskey() {
  const onError = useChangeFailureToast();
  return useMutation(
    orpc.secondFactors.removePasskey.mutationOptions({
      onError,
      onSettled: refreshFactors,
    }),
  );
}
