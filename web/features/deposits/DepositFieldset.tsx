import { Autocomplete, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import { MAX_NOTES_LENGTH, MIN_DEPOSIT, UPLOAD_TYPES } from '#contract/rules.ts';
import { imageRules } from '#contract/uploads.ts';
import { ImageInput } from '../../ui/ImageInput.tsx';
import type { CheckedForm } from '../../ui/use-checked-form.ts';
import type { DepositFields, DepositProblems } from './deposit-form.ts';

/** Names of things, not words: they read the same in every language. */
const COMMON_METHODS = ['UPI', 'IMPS', 'NEFT', 'RTGS'];
const MAX_METHOD_LENGTH = 60;

type DepositFieldsetProps = {
  form: CheckedForm<DepositFields, Required<DepositProblems>>;
  /** Undefined until it is known. */
  maxDepositPaise: number | undefined;
  pending: boolean;
};

/** The fields of a deposit with what is wrong with each. */
export function DepositFieldset({ form, maxDepositPaise, pending }: DepositFieldsetProps) {
  const { t } = useTranslation();
  const { problems } = form;
  const minimum = formatRupees(MIN_DEPOSIT);
  const maximum = maxDepositPaise === undefined ? undefined : formatRupees(maxDepositPaise);
  return (
    <>
      <TextInput
        label={t('Amount')}
        description={
          maximum
            ? t('From {{minimum}} to {{maximum}}', { minimum, maximum })
            : t('At least {{minimum}}', { minimum })
        }
        required
        type="number"
        inputMode="decimal"
        min={1}
        step={0.01}
        autoComplete="off"
        leftSection={<Text aria-hidden>₹</Text>}
        {...form.field('amount')}
        // Turning the wheel over a focused number would change the amount unseen.
        onWheel={(event) => event.currentTarget.blur()}
        error={problems.amount && t(errorTable[problems.amount].message, { maximum })}
      />
      <Autocomplete
        label={t('Payment Method')}
        data={COMMON_METHODS}
        maxLength={MAX_METHOD_LENGTH}
        {...form.field('paymentMethod')}
      />
      <Textarea
        label={t('Notes (optional)')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_NOTES_LENGTH}
        {...form.field('notes')}
      />
      <ImageInput
        label={t('Payment Receipt')}
        hint={t('JPEG, PNG or WebP, up to 5 MB')}
        required
        accept={UPLOAD_TYPES}
        maxBytes={imageRules.receipts.maxBytes}
        disabled={pending}
        {...form.field('receipt')}
        error={problems.receipt && t(errorTable[problems.receipt].message)}
      />
    </>
  );
}
