import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { limitErrors } from '#contract/verification-limits/rules.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { isConnectionLost } from '#web/lib/api/query-client.ts';
import { OutcomeError } from '../../../lib/api/find-received.ts';

/** Errors whose own text is shown without a prefix. */
const OWN_TEXT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_WITHDRAWAL_AMOUNT',
  'BELOW_MINIMUM_WITHDRAWAL',
  'INSUFFICIENT_BALANCE',
  'BANK_ACCOUNT_REQUIRED',
  'BANK_ACCOUNT_NOT_OWNED',
  'BANK_ACCOUNT_REFERENCE',
  'BANK_ACCOUNT_WAITING',
  ...Object.values(limitErrors.withdrawal),
  'INVALID_WITHDRAWAL_DATA',
  'IDEMPOTENCY_CONFLICT',
  'REQUEST_CANCELLED',
]);

/** Returns a function that translates why a withdrawal failed. */
export function useWithdrawalErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error) => {
    const fallback = t('Failed to process withdrawal. Please try again.');
    if (isConnectionLost(error) || error instanceof OutcomeError) return fallback;
    const code = errorCode(error);
    if (!code || code === 'INTERNAL') {
      return t('An unexpected error occurred during withdrawal submission');
    }
    if (code === 'MISSING_SESSION') return t('Please log in to make a withdrawal');
    if (code === 'SESSION_USER_NOT_FOUND') {
      return t('User verification failed. Please ensure you are logged in.');
    }
    const message = errorText(error, fallback);
    return OWN_TEXT.has(code)
      ? message
      : t('Withdrawal submission failed: {{message}}', { message });
  };
}
