import { Autocomplete, Textarea } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MIN_DEPOSIT } from '#contract/deposits/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NOTES_LENGTH } from '#contract/shared/limits.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { preparePhoto } from '#web/lib/files/photo.ts';
import { commonAmounts } from '#web/lib/i18n/amount-choices.ts';
import { AmountField } from '#web/ui/form/AmountField.tsx';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { typedAmountText } from '#web/ui/form/typed-amount-text.ts';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
import type { RequestLimit } from '../../verification-limits/hooks/use-request-limit.ts';
import {
  amountProblemSoFar,
  type DepositFields,
  type DepositProblems,
} from '../model/deposit-form.ts';
import { UtrField } from './UtrField.tsx';

/** Proper names, not translated. */
const COMMON_METHODS = ['UPI', 'IMPS', 'NEFT', 'RTGS'];
const MAX_METHOD_LENGTH = 60;

const prepareReceipt = (file: File) =>
  preparePhoto(file, { accept: UPLOAD_TYPES, maxBytes: imageRules.receipts.maxBytes });

type DepositFieldsetProps = {
  form: CheckedForm<DepositFields, Required<DepositProblems>>;
  /** Undefined until it has loaded. */
  maxDepositPaise: number | undefined;
  limit: RequestLimit;
  isUtrRequired: boolean;
  pending: boolean;
};

export function DepositFieldset({
  form,
  maxDepositPaise,
  limit,
  isUtrRequired,
  pending,
}: DepositFieldsetProps) {
  const { t } = useTranslation();
  const { problems, values } = form;
  const bounds = { maxDepositPaise, limitPaise: limit?.paise };
  const amountProblem = problems.amount ?? amountProblemSoFar(values.amount, bounds);
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
        choices={commonAmounts(Math.min(maxDepositPaise ?? 0, limit?.paise ?? Infinity))}
        {...form.field('amount')}
        error={amountText(amountProblem, { t, minimum, maximum, limit })}
      />
      <Autocomplete
        label={t('Payment Method')}
        data={COMMON_METHODS}
        maxLength={MAX_METHOD_LENGTH}
        {...form.field('paymentMethod')}
      />
      <UtrField form={form} isRequired={isUtrRequired} />
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
        hint={t('JPEG, PNG, WebP or HEIC. A photo over 5 MB is made smaller.')}
        required
        accept={UPLOAD_TYPES}
        maxBytes={imageRules.receipts.maxBytes}
        prepare={prepareReceipt}
        disabled={pending}
        {...form.field('receipt')}
        error={problems.receipt && t(errorTable[problems.receipt].message)}
      />
    </>
  );
}

type AmountTexts = {
  t: TFunction;
  minimum: string;
  maximum: string | undefined;
  limit: RequestLimit;
};

function amountText(
  problem: DepositProblems['amount'],
  { t, minimum, maximum, limit }: AmountTexts,
): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'missing':
      return t(errorTable.INVALID_DEPOSIT_AMOUNT.message);
    case 'belowMinimum':
      return t('Enter at least {{minimum}}.', { minimum });
    case 'aboveLimit':
      return limit?.text;
    case 'aboveMaximum':
    case 'tooLarge':
      return maximum && t(errorTable.DEPOSIT_ABOVE_MAXIMUM.message, { maximum });
    default:
      return typedAmountText(problem, t);
  }
}
