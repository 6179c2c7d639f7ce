import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MailPreferences } from '#contract/mails/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';

export function useMailPreferences() {
  return useQuery(orpc.mails.preferences.queryOptions());
}

export function useSaveMailPreferences(onSaved: (saved: MailPreferences) => void) {
  const { t } = useTranslation();
  return useMutation(
    orpc.mails.savePreferences.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(orpc.mails.preferences.queryKey(), saved);
        onSaved(saved);
        toastSuccess({ message: t('Your choice was saved') });
      },
    }),
  );
}

export function useUnsubscribe() {
  return useMutation(orpc.mails.unsubscribe.mutationOptions());
}

export function useFailedMails() {
  return useQuery(orpc.mails.failed.queryOptions());
}

export function useResendMail() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation(
    orpc.mails.resend.mutationOptions({
      onError: (error) =>
        toastError({ message: errorText(error, t('The email could not be sent again')) }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.mails.failed.key() }),
    }),
  );
}
