import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MIN_DEPOSIT } from '#contract/deposits/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { commonAmounts } from '#web/lib/i18n/amount-choices.ts';
import { AmountField } from '#web/ui/form/AmountField.tsx';
import { typedAmountText } from '#web/ui/form/typed-amount-text.ts';
import type { RequestLimit } from '../../verification-limits/hooks/use-request-limit.ts';
import type { DepositState } from '../hooks/use-deposit.ts';
import { amountProblemSoFar, type DepositProblems } from '../model/deposit-form.ts';

export type DepositAmountProps = {
  form: DepositState['form'];
  /** Undefined until it has loaded. */
  maxDepositPaise: number | undefined;
  limit: RequestLimit;
};

/** The amount of a deposit: in the form, or before the code that is drawn for it. */
export function DepositAmount({ form, maxDepositPaise, limit }: DepositAmountProps) {
  const { t } = useTranslation();
  const { problems, values } = form;
  const bounds = { maxDepositPaise, limitPaise: limit?.paise };
  const problem = problems.amount ?? amountProblemSoFar(values.amount, bounds);
  const minimum = formatRupees(MIN_DEPOSIT);
  const maximum = maxDepositPaise === undefined ? undefined : formatRupees(maxDepositPaise);
  return (
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
      error={amountText(problem, { t, minimum, maximum, limit })}
    />
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
