import { useTranslation } from 'react-i18next';
import type { Notification } from '#contract/notifications/schema.ts';
import { textParams } from '#web/lib/i18n/text-params.ts';
import { useNotesText } from '../../transactions/hooks/use-reason-text.ts';
import { reasonTexts } from '../model/rejection-reason.ts';

/** Returns a function that translates a notification, or returns its stored text if it has no keys. */
export function useNotificationText() {
  const { t } = useTranslation();
  const notesText = useNotesText();
  return ({ title, message, titleKey, messageKey, params, data }: Notification) => {
    const reason = notesText(String(params.reason ?? ''), reasonTexts({ data }));
    const values = { ...textParams(params), ...(params.reason && { reason }) };
    return {
      title: titleKey ? t(titleKey, values) : title,
      message: messageKey ? t(messageKey, values) : message,
    };
  };
}
