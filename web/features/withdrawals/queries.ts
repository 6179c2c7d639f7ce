import {
  onlineManager,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/shared/errors.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { limitErrors } from '#contract/verification-limits/rules.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { errorCode, useErrorText } from '../../lib/api/errors.ts';
import { findReceived, isKeyCancelled, OutcomeError } from '../../lib/api/find-received.ts';
import { isConnectionLost } from '../../lib/api/query-client.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { toastError } from '../../ui/toasts.ts';
import { useLimitFailure } from '../verification-limits/hooks/use-limit-failure.ts';

/** Returns the user's withdrawals, newest first, paginated. */
export function useWithdrawalHistory() {
  return useInfiniteQuery(
    orpc.withdrawals.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
    }),
  );
}

type Withdrawal = { amount: string; bankAccountId: string; requestKey: string };

/** How long to check whether a withdrawal was received. Without a result, sending it again uses the same key. */
const CHECK_MS = 10_000;

/** Sends a withdrawal. If the response is lost, checks whether the server received it; if not, cancels its key. */
async function sendWithdrawal(input: Withdrawal): Promise<OwnTransaction> {
  try {
    return await api.withdrawals.request(input);
  } catch (error) {
    if (!isConnectionLost(error) || !onlineManager.isOnline()) throw error;
    return await findReceived(input.requestKey, AbortSignal.timeout(CHECK_MS));
  }
}

type Callbacks = {
  /** Called once the server holds the amount. */
  onRequested: (withdrawal: OwnTransaction) => void;
  /** Called if sending the withdrawal again needs a new key. */
  onKeyCancelled: () => void;
  /** Called once the current limits are loaded, if the withdrawal exceeds one. */
  onAboveLimit: () => void;
};

/** Requests a withdrawal. */
export function useRequestWithdrawal({ onRequested, onKeyCancelled, onAboveLimit }: Callbacks) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const errorText = useWithdrawalErrorText();
  const showLimit = useLimitFailure(onAboveLimit);
  const refetchMoney = () =>
    Promise.all(
      [orpc.balances.key(), orpc.withdrawals.key(), orpc.transactions.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation({
    mutationFn: sendWithdrawal,
    onSuccess: onRequested,
    onError: (error) => {
      if (isKeyCancelled(error)) onKeyCancelled();
      showLimit(error);
      if (errorCode(error) === 'BANK_ACCOUNT_WAITING') {
        void queryClient.invalidateQueries({ queryKey: orpc.bankAccounts.key() });
      }
      toastError({ title: t('Withdrawal Failed'), message: errorText(error) });
    },
    // Also after an error, which usually means that the displayed balance was outdated.
    onSettled: () => void refetchMoney(),
  });
}

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
function useWithdrawalErrorText(): (error: unknown) => string {
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
