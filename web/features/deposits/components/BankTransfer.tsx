import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toUpiAmount } from '#contract/qr-codes/rules.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useActiveDepositAccounts } from '../../deposit-accounts/queries.ts';
import { BeneficiaryDetails } from '../../transactions/components/BeneficiaryDetails.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import type { LargePayment } from '../hooks/use-payment-amount.ts';
import { bankRails } from '../model/payment-code.ts';
import { usePaymentIntent } from '../queries.ts';

type BankTransferProps = {
  qrCodeId: string;
  payment: LargePayment;
  /** Whether the limit is explained if there is no bank account to pay to. */
  isLimitShown: boolean;
};

/** The operator's bank accounts, for an amount above the highest UPI payment. */
export function BankTransfer({ qrCodeId, payment, isLimitShown }: BankTransferProps) {
  const { t } = useTranslation();
  const { data, isPending } = useActiveDepositAccounts();
  const accounts = data ?? [];
  const limit = formatRupees(payment.limitPaise);
  if (isPending) return <Skeleton height="8rem" aria-busy />;
  if (accounts.length === 0) {
    if (!isLimitShown) return null;
    return (
      <StateAlert state="warning" role="status">
        {t(
          'One UPI payment can be {{limit}} at most. Make several deposits, or ask support for a bank account.',
          { limit },
        )}
      </StateAlert>
    );
  }
  const rails = bankRails(payment.paise).join(' / ');
  return (
    <Stack gap="md" aria-live="polite">
      <StateAlert state="news">
        {t('One UPI payment can be {{limit}} at most. Pay to our bank account by {{rails}}.', {
          limit,
          rails,
        })}
      </StateAlert>
      {accounts.map((account) => (
        <BeneficiaryDetails key={account.id} beneficiary={account} />
      ))}
      <TransferReference qrCodeId={qrCodeId} payment={payment} />
    </Stack>
  );
}

/** The amount, and the reference to send with it. */
function TransferReference({ qrCodeId, payment }: Omit<BankTransferProps, 'isLimitShown'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const intent = usePaymentIntent({ qrCodeId, amount: payment.amount });
  if (intent.isError)
    return (
      <StateAlert state="warning" role="alert">
        {errorText(intent.error, t('The reference for this amount could not be made.'))}
      </StateAlert>
    );
  if (!intent.data) return <Skeleton height="4rem" aria-busy />;
  // Some banks refuse other characters than letters and digits in remarks.
  const reference = intent.data.referenceId.replace('-', '');
  return (
    <>
      <DetailsList
        details={[
          {
            label: t('Amount'),
            value: formatRupees(payment.paise),
            copy: { kind: 'amount', value: toUpiAmount(payment.paise) },
          },
          {
            label: t('Reference'),
            value: reference,
            copy: { kind: 'reference', value: reference },
          },
        ]}
      />
      <Text c="dimmed" size="sm">
        {t(
          'Put the reference in the remarks of the transfer. With it we find your payment. It stays the same until you send the receipt.',
        )}
      </Text>
    </>
  );
}
