import { Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { readAmount } from '#web/lib/i18n/typed-amount.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useSetting } from '../../settings/queries.ts';
import { amountProblemOf, type DepositBounds } from '../model/deposit-form.ts';
import { usePaymentIntent } from '../queries.ts';
import { DrawnCode } from './DrawnCode.tsx';
import classes from './PaymentQrCard.module.css';

/** Each amount reserves a reference: it waits until the whole amount is typed. */
const TYPING_MS = 600;

type AmountCodeProps = {
  code: QrCode & { upiId: string; payeeName: string };
  typedAmount: string;
  bounds: DepositBounds;
  /** Shown if no code can be drawn. */
  image: ReactNode;
};

/** The QR code for the amount that was entered, or what is missing for it. */
export function AmountCode({ code, typedAmount, bounds, image }: AmountCodeProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const upiLimitPaise = useSetting('upiLimitPaise');
  const [amount] = useDebouncedValue(typedAmount, TYPING_MS);
  const { paise } = readAmount(amount);
  const isWrong = paise === undefined || amountProblemOf(amount, bounds) !== undefined;
  const isAboveLimit = !isWrong && upiLimitPaise !== undefined && paise > upiLimitPaise;
  const isPayable = !isWrong && upiLimitPaise !== undefined && !isAboveLimit;
  const intent = usePaymentIntent(isPayable ? { qrCodeId: code.id, amount } : undefined);
  if (isAboveLimit) return <AboveUpiLimit limit={formatRupees(upiLimitPaise)} />;
  if (isWrong || typedAmount !== amount)
    return (
      <Text c="dimmed" size="sm" role="status">
        {t('Enter the amount. Then the QR code for exactly this amount is shown here.')}
      </Text>
    );
  if (intent.isError)
    return (
      <Stack gap="md">
        <StateAlert state="warning" role="alert">
          {errorText(intent.error, t('The QR code for this amount could not be made.'))}
        </StateAlert>
        {image}
      </Stack>
    );
  if (!intent.data) return <Skeleton className={classes.skeleton} mx="auto" aria-busy />;
  return <DrawnCode code={code} intent={intent.data} />;
}

function AboveUpiLimit({ limit }: { limit: string }) {
  const { t } = useTranslation();
  return (
    <StateAlert state="warning" role="status">
      {t(
        'One UPI payment can be {{limit}} at most. Make several deposits, or ask support for a bank account.',
        { limit },
      )}
    </StateAlert>
  );
}
