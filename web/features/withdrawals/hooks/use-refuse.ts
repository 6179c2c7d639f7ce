import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { toastError } from '#web/ui/toasts.ts';
import type { Refusal } from '../model/withdrawal-form.ts';

/** Returns a function that shows a toast with the reason why a form was not submitted. */
export function useRefuse({ availablePaise }: { availablePaise: number }) {
  const { t } = useTranslation();
  return (refusal: Refusal) => {
    if (refusal === 'insufficientBalance') {
      toastError({
        title: t('Insufficient Balance'),
        message: t('Your available balance is {{balance}}. Please enter a lower amount.', {
          balance: formatRupees(availablePaise),
        }),
      });
      return;
    }
    toastError({
      title: t('Withdrawal Failed'),
      message:
        refusal === 'invalidAmount'
          ? t('Please enter a valid withdrawal amount greater than 0')
          : t('Please select a bank account for the withdrawal'),
    });
  };
}
