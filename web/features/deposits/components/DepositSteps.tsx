import { Grid, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { IconCheck } from '#web/ui/icons/IconCheck.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { type DepositState, useDeposit } from '../hooks/use-deposit.ts';
import { useDepositLimits } from '../hooks/use-deposit-limits.ts';
import type { PaymentCodeChoice } from '../hooks/use-payment-code.ts';
import { amountProblemOf, type DepositBounds } from '../model/deposit-form.ts';
import { isDrawn } from '../model/payment-code.ts';
import { DepositAmount } from './DepositAmount.tsx';
import { DepositDetails } from './DepositDetails.tsx';
import classes from './DepositProgress.module.css';
import { PaymentQrCard } from './PaymentQrCard.tsx';

type DepositStepsProps = {
  qrCodes: UseQueryResult<QrCode[]>;
  payment: PaymentCodeChoice;
  onSent: (deposit: OwnTransaction) => void;
};

/** The payment QR code and the form of the deposit. The field of the amount is above a code that depends on it. */
export function DepositSteps({ qrCodes, payment, onSent }: DepositStepsProps) {
  const limits = useDepositLimits();
  const { maxDepositPaise, limit, isUtrRequired } = limits;
  const bounds = { maxDepositPaise, limitPaise: limit?.paise, isUtrRequired };
  const deposit = useDeposit({ qrCodeId: payment.code?.id, bounds, onSent });
  const fields = useRef<HTMLDivElement>(null);
  const amount = (
    <DepositAmount form={deposit.form} maxDepositPaise={maxDepositPaise} limit={limit} />
  );
  const isAmountFirst = payment.code !== undefined && !payment.isOff && isDrawn(payment.code);
  return (
    <div ref={fields}>
      <DepositProgress deposit={deposit} bounds={bounds} />
      <Grid gap={{ base: 'sm', sm: 'lg' }} align="flex-start">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PaymentQrCard
            qrCodes={qrCodes}
            payment={payment}
            bounds={bounds}
            amount={isAmountFirst ? amount : null}
            typedAmount={deposit.form.values.amount}
            pending={deposit.sending !== undefined}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DepositDetails
            deposit={deposit}
            fields={fields}
            bounds={limits}
            amount={isAmountFirst ? null : amount}
          />
        </Grid.Col>
      </Grid>
    </div>
  );
}

type DepositProgressProps = { deposit: DepositState; bounds: DepositBounds };

/** The steps of a deposit, which stay visible while a phone scrolls from the code to the form. */
function DepositProgress({ deposit, bounds }: DepositProgressProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  if (isWide) return null;
  const { amount, receipt } = deposit.form.values;
  const steps = [
    { label: t('Amount'), isDone: amount !== '' && !amountProblemOf(amount, bounds) },
    { label: t('Receipt'), isDone: receipt !== null },
    { label: t('Submit', { context: 'step' }), isDone: deposit.sending !== undefined },
  ];
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {steps.map(({ label, isDone }, index) => (
        <li
          key={label}
          className={classes.step}
          data-done={isDone || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.sign} aria-hidden>
            {isDone ? <IconCheck size={12} /> : index + 1}
          </span>
          {label}
          {isDone && <VisuallyHidden>, {t('Done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
