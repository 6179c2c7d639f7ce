import { useTranslation } from 'react-i18next';
import type { Notification } from '#contract/notifications.ts';
import { textParams } from '../../lib/text-params.ts';
import { useNotesText } from '../transactions/use-reason-text.ts';
import { reasonTexts } from './rejection-reason.ts';

/** A function that words a notification in the reader's language, or as it is stored when it has no keys. */
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
