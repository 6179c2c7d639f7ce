import { Autocomplete, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NOTES_LENGTH } from '#contract/shared/limits.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { fileMark, preparePhoto } from '#web/lib/files/photo.ts';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { useSetting } from '../../settings/queries.ts';
import type { DepositState } from '../hooks/use-deposit.ts';
import { ReceiptReader } from './ReceiptReader.tsx';
import { UtrField } from './UtrField.tsx';

/** Proper names, not translated. */
const COMMON_METHODS = ['UPI', 'IMPS', 'NEFT', 'RTGS'];
const MAX_METHOD_LENGTH = 60;

const prepareReceipt = (file: File) =>
  preparePhoto(file, { accept: UPLOAD_TYPES, maxBytes: imageRules.receipts.maxBytes });

type DepositFieldsetProps = {
  form: DepositState['form'];
  /** Shown first, unless the amount is entered elsewhere. */
  amount: ReactNode;
  isUtrRequired: boolean;
  pending: boolean;
};

/** Required fields come first. The UTR follows the receipt, from which it can be read. */
export function DepositFieldset({ form, amount, isUtrRequired, pending }: DepositFieldsetProps) {
  const { t } = useTranslation();
  const { problems } = form;
  const { receipt } = form.values;
  const isReadingOffered = useSetting('receiptReading') ?? false;
  const isAutomatic = useSetting('receiptAutoReading') ?? false;
  return (
    <>
      {amount}
      <ImageInput
        label={t('Payment receipt')}
        hint={t('JPEG, PNG, WebP or HEIC. A photo over 5 MB is made smaller.')}
        required
        accept={UPLOAD_TYPES}
        maxBytes={imageRules.receipts.maxBytes}
        prepare={prepareReceipt}
        disabled={pending}
        {...form.field('receipt')}
        error={problems.receipt && t(errorTable[problems.receipt].message)}
      />
      {isReadingOffered && receipt && (
        <ReceiptReader
          key={fileMark(receipt)}
          receipt={receipt}
          isAutomatic={isAutomatic && form.values.utr.trim() === ''}
          onConfirm={form.field('utr').onChange}
        />
      )}
      <UtrField form={form} isRequired={isUtrRequired} />
      <Autocomplete
        label={t('Payment Method')}
        data={COMMON_METHODS}
        maxLength={MAX_METHOD_LENGTH}
        {...form.field('paymentMethod')}
      />
      <Textarea
        label={t('Notes (optional)')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_NOTES_LENGTH}
        {...form.field('notes')}
      />
    </>
  );
}
