import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { toastError } from '#web/ui/toasts.ts';
import { isImageFailure } from '../model.ts';

export type QrCodeAction = 'create' | 'update' | 'delete';

/** Returns a function that shows why an action on a QR code failed, and returns the reason for the form. */
export function useFailureToast(): (action: QrCodeAction, error: unknown) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (action, error) => {
    const reason = errorText(error, t(errorTable.INTERNAL.message));
    const messages = {
      create: t('Failed to create QR code: {{reason}}', { reason }),
      update: t('Failed to update QR code: {{reason}}', { reason }),
      delete: t('Failed to delete QR code: {{reason}}', { reason }),
    };
    const message = isImageFailure(errorCode(error))
      ? t('Failed to upload QR code image: {{reason}}', { reason })
      : messages[action];
    toastError({ message });
    return reason;
  };
}
