import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';

export function useOwnFactors() {
  return useQuery(orpc.secondFactors.get.queryOptions());
}

const refreshFactors = () =>
  void queryClient.invalidateQueries({ queryKey: orpc.secondFactors.key() });

/** Shows why a change failed. */
function useFailureToast(): (error: Error) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) =>
    toastError({
      message: errorText(error, t('Failed to process your request. Please try again.')),
    });
}

/** Creates the secret of an authenticator app, which cannot be fetched again. */
export function useBeginAuthenticator(onBegun: (setup: { secret: string; uri: string }) => void) {
  const onError = useFailureToast();
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
  const { t } = useTranslation();
  return useMutation(
    orpc.secondFactors.confirmAuthenticator.mutationOptions({
      gcTime: 0,
      onSuccess: (made) => {
        onAdded(made);
        toastSuccess({ message: t('Authenticator app added') });
      },
      onSettled: refreshFactors,
    }),
  );
}

export function useRemoveAuthenticator() {
  const { t } = useTranslation();
  const onError = useFailureToast();
  return useMutation(
    orpc.secondFactors.removeAuthenticator.mutationOptions({
      onSuccess: () => toastSuccess({ message: t('Authenticator app removed') }),
      onError,
      onSettled: refreshFactors,
    }),
  );
}

export function useReplaceRecoveryCodes(onMade: (made: { recoveryCodes: string[] }) => void) {
  const onError = useFailureToast();
  return useMutation(
    orpc.secondFactors.replaceRecoveryCodes.mutationOptions({
      gcTime: 0,
      onSuccess: onMade,
      onError,
      onSettled: refreshFactors,
    }),
  );
}
