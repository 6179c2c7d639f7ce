import { useTranslation } from 'react-i18next';
import type { Notification } from '#contract/notifications.ts';
import { textParams } from '../../lib/text-params.ts';

/** A function that words a notification in the reader's language, or as it is stored when it has no keys. */
export function useNotificationText() {
  const { t } = useTranslation();
  return ({ title, message, titleKey, messageKey, params }: Notification) => {
    const values = textParams(params);
    return {
      title: titleKey ? t(titleKey, values) : title,
      message: messageKey ? t(messageKey, values) : message,
    };
  };
}
