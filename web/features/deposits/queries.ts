import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DepositForm } from '#contract/deposits.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { sendUpload } from '../../lib/upload.ts';

/** The QR codes that can be paid by. */
export function useActiveQrCodes() {
  return useQuery(orpc.qrCodes.listActive.queryOptions());
}

type Submission = { form: DepositForm; file: File };

/** Sends a deposit with its receipt; `onSubmitted` is called once the server has it. */
export function useSubmitDeposit(onSubmitted: (deposit: OwnTransaction) => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: ({ form, file }: Submission) => sendUpload('requestDeposit', { form, file }),
    onSuccess: (deposit) => {
      toastSuccess({
        title: t('Deposit Request Submitted'),
        message: t('Your deposit request has been submitted for review'),
      });
      onSubmitted(deposit);
      return queryClient.invalidateQueries({ queryKey: orpc.transactions.key() });
    },
    onError: (error) => {
      if (errorCode(error) === 'MISSING_SESSION') {
        toastError({
          title: t('Authentication Required'),
          message: t('Please log in to make a deposit'),
        });
        return;
      }
      toastError({ message: errorText(error, t('Failed to submit deposit request')) });
    },
  });
}
