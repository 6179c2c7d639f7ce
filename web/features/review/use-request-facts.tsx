import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { Amount } from '../../ui/Amount.tsx';
import type { Detail } from '../transactions/DetailsList.tsx';
import { usePaymentMethodText } from '../transactions/use-payment-method-text.ts';

/** The facts by which an administrator recognises a request. */
export function useRequestFacts(): (row: AdminTransaction) => Detail[] {
  const { t } = useTranslation();
  const circumstances = useRequestCircumstances();
  return (row) => [
    { label: t('User'), value: row.userName },
    { label: t('Amount'), value: <Amount paise={row.amountPaise} /> },
    ...circumstances(row),
  ];
}

/** When a request was made and how it is paid: the facts beside its person and its amount. */
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

/** The bank's name and the masked number on one line; undefined when the request has no account. */
function bankAccountText({ bankName, maskedAccountNumber }: AdminTransaction): string | undefined {
  return bankName ? `${bankName} ${maskedAccountNumber ?? ''}`.trim() : undefined;
}
