import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_PAYEE_NAME_LENGTH, MAX_UPI_ID_LENGTH } from '#contract/qr-codes/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { CodeReading } from '../hooks/use-code-reading.ts';
import type { useQrCodeDialog } from '../queries.ts';

type PayeeFieldsProps = {
  form: ReturnType<typeof useQrCodeDialog>['form'];
  reading: CodeReading;
};

/** The payee of the code. */
export function PayeeFields({ form, reading }: PayeeFieldsProps) {
  const { t } = useTranslation();
  const { problems } = form;
  const text = useReadingText(reading);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {text}
      </Text>
      <TextInput
        label={t('UPI ID (optional)')}
        description={t('With it, users get a QR code for the amount that they enter.')}
        {...form.field('upiId')}
        error={problems.upiId && t(errorTable.INVALID_UPI_ID.message)}
        maxLength={MAX_UPI_ID_LENGTH}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('Payee name')}
          {...form.field('payeeName')}
          error={problems.payeeName && t(errorTable.PAYEE_NAME_REQUIRED.message)}
          maxLength={MAX_PAYEE_NAME_LENGTH}
          autoComplete="off"
        />
        <TextInput
          label={t('Merchant category code (optional)')}
          {...form.field('merchantCode')}
          error={problems.merchantCode && t(errorTable.INVALID_MERCHANT_CODE.message)}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
        />
      </SimpleGrid>
    </Stack>
  );
}

function useReadingText(reading: CodeReading): string {
  const { t } = useTranslation();
  switch (reading) {
    case 'none':
      return '';
    case 'reading':
      return t('Reading the QR code...');
    case 'read':
      return t('The UPI ID was read from the image. Check it.');
    case 'signed':
      return t(
        'The bank has signed this code. Users see the image, because a code with an amount would be refused.',
      );
    case 'notFound':
      return t('The image has no readable UPI QR code. You can enter the UPI ID.');
  }
}
