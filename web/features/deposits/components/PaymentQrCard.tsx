import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import { Card } from '#web/ui/Card.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { QrCodeImage } from '../../qr-codes/components/QrCodeImage.tsx';
import { useTranslated } from '../../translations/use-translated.ts';
import { usePaymentAmount } from '../hooks/use-payment-amount.ts';
import type { PaymentCodeChoice } from '../hooks/use-payment-code.ts';
import type { DepositBounds } from '../model/deposit-form.ts';
import { isDrawn } from '../model/payment-code.ts';
import { AmountCode } from './AmountCode.tsx';
import { BankTransfer } from './BankTransfer.tsx';
import classes from './PaymentQrCard.module.css';

type PaymentQrCardProps = {
  qrCodes: UseQueryResult<QrCode[]>;
  payment: PaymentCodeChoice;
  /** The field of the amount, for a code that is drawn for it. */
  amount: ReactNode;
  typedAmount: string;
  bounds: DepositBounds;
  /** Whether the deposit is being sent. */
  pending: boolean;
};

/** The payment QR code to scan; selectable if there are several. */
export function PaymentQrCard(props: PaymentQrCardProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('Payment QR code')}>
      <CardBody {...props} />
    </Card>
  );
}

function CardBody({ qrCodes, payment, amount, pending, ...typed }: PaymentQrCardProps) {
  const { t } = useTranslation();
  if (qrCodes.isPending) return <QrSkeleton />;
  if (qrCodes.isError) {
    return (
      <ErrorState
        message={t('Failed to load payment methods')}
        error={qrCodes.error}
        onRetry={() => void qrCodes.refetch()}
      />
    );
  }
  const { code, isOff, choose } = payment;
  const [first] = qrCodes.data;
  if (code && isOff) {
    return (
      <Stack gap="md">
        <SwitchedOff name={code.name} />
        {first ? (
          <Button variant="default" onClick={() => choose(first.id)}>
            {t('Show another QR code')}
          </Button>
        ) : (
          <NoCode />
        )}
      </Stack>
    );
  }
  if (!code) return <NoCode />;
  return (
    <Stack gap="var(--wallet-fields-gap)">
      {qrCodes.data.length > 1 && (
        <CodeSelect codes={qrCodes.data} chosen={code} onChoose={choose} />
      )}
      {isDrawn(code) ? (
        <>
          <fieldset disabled={pending} className={classes.amount}>
            {amount}
          </fieldset>
          <AmountCode code={code} {...typed} image={<ChosenCode code={code} />} />
        </>
      ) : (
        <>
          <ChosenCode code={code} />
          <LargePayment code={code} {...typed} />
        </>
      )}
    </Stack>
  );
}

type LargePaymentProps = { code: QrCode; typedAmount: string; bounds: DepositBounds };

/** The bank account for an amount that is too large for the image's code. */
function LargePayment({ code, typedAmount, bounds }: LargePaymentProps) {
  const payment = usePaymentAmount(typedAmount, bounds);
  if (payment.kind !== 'large') return null;
  return <BankTransfer qrCodeId={code.id} payment={payment} isLimitShown={false} />;
}

function NoCode() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture="code"
      title={t(
        'No payment methods are currently available. Please contact support or wait for admin to add QR codes.',
      )}
    />
  );
}

/** Warning if the shown QR code was deactivated, because the user may already be paying with it. */
function SwitchedOff({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <StateAlert
      state="warning"
      role="alert"
      title={t('The QR code {{name}} is no longer in use', { name: useTranslated(name) })}
    >
      {t(
        'Do not pay with it any more. If you have already paid, send us the receipt as usual: your deposit stays linked to this code.',
      )}
    </StateAlert>
  );
}

type CodeSelectProps = { codes: QrCode[]; chosen: QrCode; onChoose: (id: string) => void };

function CodeSelect({ codes, chosen, onChoose }: CodeSelectProps) {
  const { t } = useTranslation();
  const names = useTranslated(codes.map(({ name }) => name));
  return (
    <ChoiceField
      label={t('Choose a QR code')}
      choices={codes.map(({ id, name }, index) => ({ value: id, label: names[index] ?? name }))}
      value={chosen.id}
      onChange={onChoose}
    />
  );
}

function ChosenCode({ code }: { code: QrCode }) {
  const { t } = useTranslation();
  const name = useTranslated(code.name);
  const description = useTranslated(code.description ?? '');
  return (
    <Stack gap="sm" align="center" ta="center" aria-live="polite">
      <QrCodeImage
        url={code.imageUrl}
        alt={t('Payment QR code: {{name}}', { name })}
        size="large"
      />
      <div>
        <Text fw={600} size="lg" className={classes.wrap}>
          {name}
        </Text>
        {description && (
          <Text c="dimmed" size="sm" className={classes.wrap}>
            {description}
          </Text>
        )}
      </div>
      <Button
        component="a"
        href={code.imageUrl}
        download
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
      >
        {t('Save QR code image')}
      </Button>
    </Stack>
  );
}

function QrSkeleton() {
  return (
    <Stack gap="sm" align="center" aria-busy>
      <Skeleton className={classes.skeleton} />
      <Skeleton height="1.25rem" width="40%" />
      <Skeleton height="0.875rem" width="60%" />
    </Stack>
  );
}
