import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError } from '../../ui/toasts.ts';

export function useApiKeys() {
  return useQuery(orpc.apiKeys.list.queryOptions());
}

const refreshApiKeys = () => void queryClient.invalidateQueries({ queryKey: orpc.apiKeys.key() });

/** Creates a key. `onMade` receives its secret, which cannot be fetched again. */
export function useCreateApiKey(onMade: (secret: string) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.apiKeys.create.mutationOptions({
      // Removes the secret from memory when the dialog closes.
      gcTime: 0,
      onSuccess: ({ secret }) => onMade(secret),
      onError: (error) =>
        toastError({ message: errorText(error, t('Failed to create the API key')) }),
      onSettled: refreshApiKeys,
    }),
  );
}

export function useResumeApiKey() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.apiKeys.resume.mutationOptions({
      onError: (error) =>
        toastError({ message: errorText(error, t('Failed to resume the API key')) }),
      onSettled: refreshApiKeys,
    }),
  );
}

export function useRevokeApiKey() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.apiKeys.revoke.mutationOptions({
      onError: (error) =>
        toastError({ message: errorText(error, t('Failed to revoke the API key')) }),
      onSettled: refreshApiKeys,
    }),
  );
}
