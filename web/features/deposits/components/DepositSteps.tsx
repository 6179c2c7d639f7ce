import { Grid } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { QrCode } from '#contract/qr-codes/schema.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { useDeposit } from '../hooks/use-deposit.ts';
import { useDepositLimits } from '../hooks/use-deposit-limits.ts';
import type { PaymentCodeChoice } from '../hooks/use-payment-code.ts';
import { isDrawn } from '../model/payment-code.ts';
import { DepositAmount } from './DepositAmount.tsx';
import { DepositDetails } from './DepositDetails.tsx';
import { DepositProgress } from './DepositProgress.tsx';
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
