import { Autocomplete, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import { MAX_NOTES_LENGTH, MIN_DEPOSIT, UPLOAD_TYPES } from '#contract/rules.ts';
import { imageRules } from '#contract/uploads.ts';
import { commonAmounts } from '../../lib/amount-choices.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { ImageInput } from '../../ui/ImageInput.tsx';
import type { CheckedForm } from '../../ui/use-checked-form.ts';
import { amountProblemSoFar, type DepositFields, type DepositProblems } from './deposit-form.ts';

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
  const { problems, values } = form;
  const amountProblem = problems.amount ?? amountProblemSoFar(values.amount, maxDepositPaise);
  const minimum = formatRupees(MIN_DEPOSIT);
  const maximum = maxDepositPaise === undefined ? undefined : formatRupees(maxDepositPaise);
  return (
    <>
      <AmountField
        label={t('Amount')}
        description={
          maximum
            ? t('From {{minimum}} to {{maximum}}', { minimum, maximum })
            : t('At least {{minimum}}', { minimum })
        }
        min={1}
        step={0.01}
        choices={commonAmounts(maxDepositPaise ?? 0)}
        {...form.field('amount')}
        error={amountProblem && t(errorTable[amountProblem].message, { maximum })}
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
        label={t('Payment receipt')}
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
