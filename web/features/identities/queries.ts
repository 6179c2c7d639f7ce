import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api/api.ts';
import { errorCode, useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError } from '../../lib/page/toasts.ts';

export function useOwnIdentity() {
  return useQuery(orpc.identities.own.queryOptions());
}

/** Shows why a change failed, unless the person cancelled the confirmation of identity. */
function useFailureToast(): (error: Error) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    if (errorCode(error) === 'STEP_UP_REQUIRED') return;
    toastError({
      message: errorText(error, t('Failed to process your request. Please try again.')),
    });
  };
}

/** Opens the sign-in provider, which returns the person to the page that links the account. */
export function useBeginLink() {
  const onError = useFailureToast();
  return useMutation(
    orpc.identities.beginLink.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError,
    }),
  );
}

export function useUnlink() {
  const onError = useFailureToast();
  return useMutation(
    orpc.identities.unlink.mutationOptions({
      onError,
      onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.identities.key() }),
    }),
  );
}
