import { Grid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DepositDetails } from './DepositDetails.tsx';
import { PaymentQrCard } from './PaymentQrCard.tsx';
import { useActiveQrCodes } from './queries.ts';

/** Pay by a shown QR code, then tell about it: amount, receipt, and how it was paid. */
export function DepositPage() {
  const { t } = useTranslation();
  const qrCodes = useActiveQrCodes();
  const [chosenId, setChosenId] = useState<string>();
  // A code that was switched off meanwhile gives way to the first of the others.
  const chosen = qrCodes.data?.find(({ id }) => id === chosenId) ?? qrCodes.data?.[0];
  return (
    <>
      <PageHeader
        title={t('Deposit', { context: 'action' })}
        subtitle={t('Pay with the QR code, then send us the receipt')}
      />
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PaymentQrCard qrCodes={qrCodes} chosen={chosen} onChoose={setChosenId} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DepositDetails qrCodeId={chosen?.id} />
        </Grid.Col>
      </Grid>
    </>
  );
}
