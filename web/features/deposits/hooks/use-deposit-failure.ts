import { useTranslation } from 'react-i18next';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { toastError } from '#web/ui/toasts.ts';
import { OutcomeError } from '../../../lib/api/find-received.ts';

/**
 * Returns a function that shows why a deposit failed. `setError` receives the outcome of a deposit whose connection
 * was lost.
 */
export function useDepositFailure(setError: (text: string) => void): (error: unknown) => void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const outcomes = {
    notReceived: t(
      'The connection was cut, and your request was not received. Check your connection and send it again.',
    ),
    cancelled: t('Sending was cancelled. Your request was not received.'),
    unknown: t(
      'We could not check whether your request was received. Send it again without changes: it will be counted only once.',
    ),
  };
  return (error) => {
    if (error instanceof OutcomeError) return setError(outcomes[error.outcome]);
    if (errorCode(error) === 'MISSING_SESSION')
      return toastError({
        title: t('Authentication Required'),
        message: t('Please log in to make a deposit'),
      });
    toastError({ message: errorText(error, t('Failed to submit deposit request')) });
  };
}
