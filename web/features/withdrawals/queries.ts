import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { byCursor } from '../../lib/lists/by-cursor.ts';
import { toastError, toastSuccess } from '../../lib/page/toasts.ts';
import { useWithdrawalErrorText } from './model/error-text.ts';

/** Returns the user's withdrawals, newest first, paginated. */
export function useWithdrawalHistory() {
  return useInfiniteQuery(
    orpc.withdrawals.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
    }),
  );
}

/** Requests a withdrawal. Calls `onRequested` once the server holds the amount. */
export function useRequestWithdrawal(onRequested: (withdrawal: OwnTransaction) => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const errorText = useWithdrawalErrorText();
  const refetchMoney = () =>
    Promise.all(
      [orpc.balances.key(), orpc.withdrawals.key(), orpc.transactions.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation(
    orpc.withdrawals.request.mutationOptions({
      onSuccess: (withdrawal) => {
        toastSuccess({
          title: t('Withdrawal Request Submitted'),
          message: t(
            'Your withdrawal request for {{amount}} has been submitted successfully and is pending approval.',
            { amount: formatRupees(withdrawal.amountPaise) },
          ),
        });
        onRequested(withdrawal);
      },
      onError: (error) => toastError({ title: t('Withdrawal Failed'), message: errorText(error) }),
      // Also after an error, which usually means that the displayed balance was outdated.
      onSettled: () => void refetchMoney(),
    }),
  );
}
