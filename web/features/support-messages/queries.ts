import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SupportForm } from '#contract/support-messages/schema.ts';
import { api } from '../../lib/api/api.ts';
import { useErrorText } from '../../lib/api/errors.ts';
import { toastError } from '../../lib/page/toasts.ts';

/** Minimum duration in milliseconds, so that users notice that the message was sent. */
const SHORTEST_MS = 1000;

export function useSendMessage(onSent: () => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: async (form: SupportForm) => {
      const shown = new Promise((resolve) => setTimeout(resolve, SHORTEST_MS));
      await Promise.all([api.supportMessages.send(form), shown]);
    },
    onSuccess: onSent,
    onError: (error) =>
      toastError({
        message: errorText(error, t('Failed to send your message. Please try again.')),
      }),
  });
}
