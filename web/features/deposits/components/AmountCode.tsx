import { Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { untilDataShown } from '#web/lib/api/until-data-shown.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { usePaymentAmount } from '../hooks/use-payment-amount.ts';
import type { DepositBounds } from '../model/deposit-form.ts';
import { usePaymentIntent } from '../queries.ts';
import { BankTransfer } from './BankTransfer.tsx';
import classes from './PaymentQrCard.module.css';

const loadDrawnCode = () => loadWithRetries(() => import('./DrawnCode.tsx'));
/** Not needed before an amount was entered. */
const DrawnCode = lazy(loadDrawnCode);

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
  const payment = usePaymentAmount(typedAmount, bounds);
  useEffect(() => void untilDataShown().then(loadDrawnCode), []);
  const intent = usePaymentIntent(
    payment.kind === 'upi' ? { qrCodeId: code.id, amount: payment.amount } : undefined,
  );
  if (payment.kind === 'large')
    return <BankTransfer qrCodeId={code.id} payment={payment} isLimitShown />;
  if (payment.kind === 'none')
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
  if (!intent.data) return <CodeSkeleton />;
  return (
    <Suspense fallback={<CodeSkeleton />}>
      <DrawnCode code={code} intent={intent.data} />
    </Suspense>
  );
}

function CodeSkeleton() {
  return <Skeleton className={classes.skeleton} mx="auto" aria-busy />;
}
