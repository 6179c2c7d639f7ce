import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import type { Detail } from '#web/features/transactions/components/DetailsList.tsx';
import { usePaymentMethodText } from '#web/features/transactions/hooks/use-payment-method-text.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';

/** Returns the facts that identify a request. */
export function useRequestFacts(): (row: AdminTransaction) => Detail[] {
  const { t } = useTranslation();
  const circumstances = useRequestCircumstances();
  return (row) => [
    { label: t('User'), value: row.userName },
    { label: t('Amount'), value: <Amount paise={row.amountPaise} /> },
    ...circumstances(row),
  ];
}

/** Returns the creation time and payment method of a request. */
export function useRequestCircumstances(): (row: AdminTransaction) => Detail[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const paymentMethod = usePaymentMethodText();
  return (row) => [
    { label: t('Date'), value: dateTime(row.createdAt) },
    row.type === 'deposit'
      ? { label: t('Payment Method'), value: paymentMethod(row) }
      : {
          label: t('Bank Account'),
          value: bankAccountText(row) ?? t('No Bank Account Information'),
        },
  ];
}

/** Returns bank name and masked number; undefined if the request has no account. */
function bankAccountText({ bankName, maskedAccountNumber }: AdminTransaction): string | undefined {
  return bankName ? `${bankName} ${maskedAccountNumber ?? ''}`.trim() : undefined;
}
