import { useTranslation } from 'react-i18next';
import { errorCode, useErrorText } from '../lib/api/errors.ts';
import { toastError } from './toasts.ts';

/** Shows why a change failed, unless the person cancelled the confirmation of identity. */
export function useChangeFailureToast(): (error: Error) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    if (errorCode(error) === 'STEP_UP_REQUIRED') return;
    toastError({
      message: errorText(error, t('Failed to process your request. Please try again.')),
    });
  };
}
