import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { toastError, toastFailure } from '#web/ui/toasts.ts';
import { isImageFailure } from '../model/banner-form.ts';

export type BannerAction = 'create' | 'update' | 'reorder' | 'delete';

/** Returns a function that shows why an action on a banner failed. */
export function useFailureToast(): (action: BannerAction, error: unknown) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (action, error) => {
    const code = errorCode(error);
    const reason = errorText(error, t(errorTable.INTERNAL.message));
    if (isImageFailure(code)) {
      toastError({
        title: t('Upload Error'),
        message: t('Failed to upload image: {{reason}}', { reason }),
      });
      return;
    }
    if (action === 'create' && !code) {
      // Network errors have no reason to show.
      toastError({
        title: t('Upload Error'),
        message: t('Failed to compress and upload image'),
      });
      return;
    }
    const failed = {
      create: t('Failed to create banner: {{reason}}', { reason }),
      update: t('Failed to update banner: {{reason}}', { reason }),
      delete: t('Failed to delete banner: {{reason}}', { reason }),
      reorder: t('Failed to update banner order'),
    };
    const notAllowed = {
      create:
        code === 'ADMIN_REQUIRED'
          ? t('You must be an admin to create banners')
          : t('You must be logged in to create banners'),
      update: t('You must be logged in as admin to update banners'),
      delete: t('You must be logged in as admin to delete banners'),
      reorder: t('You must be logged in as admin to reorder banners'),
    };
    const isNotAllowed = code === 'ADMIN_REQUIRED' || code === 'MISSING_SESSION';
    toastFailure(error, {
      message:
        code === 'SECOND_APPROVAL_REQUIRED'
          ? reason
          : isNotAllowed
            ? notAllowed[action]
            : failed[action],
    });
  };
}
