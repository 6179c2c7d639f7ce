import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatRupees, toDecimal } from '#contract/shared/money.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { commonAmounts } from '#web/lib/i18n/amount-choices.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { AmountField } from '#web/ui/form/AmountField.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { typedAmountText } from '#web/ui/form/typed-amount-text.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import type { Wallet } from '../../balances/queries.ts';
import type { RequestLimit } from '../../verification-limits/hooks/use-request-limit.ts';
import { amountProblemSoFar, type WithdrawalProblems } from '../model/withdrawal-form.ts';
import type { WithdrawalState } from '../use-withdrawal-form.ts';

type WithdrawalFieldsetProps = { state: WithdrawalState; wallet: Wallet };

export function WithdrawalFieldset({ state, wallet }: WithdrawalFieldsetProps) {
  const { availablePaise } = wallet;
  const isKnown = !wallet.isLoading && !wallet.isError;
  const { form, limit, accounts, account } = state;
  const { t } = useTranslation();
  const format = useFormat();
  const problem =
    form.problems.amount ??
    amountProblemSoFar(form.values.amount, { availablePaise, limitPaise: limit?.paise });
  const allowedPaise = Math.min(availablePaise, limit?.paise ?? availablePaise);
  // With all that is available, they fit on one line of a phone.
  const choices = commonAmounts(allowedPaise).slice(-2);
  if (availablePaise >= MIN_WITHDRAWAL && allowedPaise === availablePaise)
    choices.push({ label: t('All available'), amount: toDecimal(availablePaise) });
  return (
    <>
      <AmountField
        label={t('Amount')}
        description={t('Available: {{amount}}', {
          amount: isKnown ? formatRupees(availablePaise) : '…',
        })}
        choices={wallet.isLoading ? undefined : choices}
        {...form.field('amount')}
        error={amountText(problem, t, limit)}
      />
      <ChoiceField
        label={t('Bank Account')}
        required
        placeholder={t('Select a bank account')}
        disabled={accounts.length === 0}
        choices={accounts.map((each) => ({
          value: each.id,
          label: t('{{bank}}, account ending in {{digits}}', {
            bank: each.bankName,
            digits: each.maskedAccountNumber.slice(-4),
          }),
        }))}
        {...form.field('bankAccount')}
        value={account?.id ?? null}
        error={
          form.problems.bankAccount === 'missing' ? t('Please select a bank account') : undefined
        }
      />
      {account?.usableFrom && (
        <StateAlert state="warning" role="status">
          {t('This bank account is new. You can withdraw to it from {{date}}.', {
            date: format.dateTime(account.usableFrom),
          })}
        </StateAlert>
      )}
    </>
  );
}

function amountText(
  problem: WithdrawalProblems['amount'],
  t: TFunction,
  limit: RequestLimit,
): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'minusSign':
    case 'tooManyDecimals':
      return typedAmountText(problem, t);
    case 'belowMinimum':
      return t('Minimum withdrawal amount is {{minimum}}', {
        minimum: formatRupees(MIN_WITHDRAWAL),
      });
    case 'aboveLimit':
      return limit?.text;
    case 'aboveAvailable':
    case 'tooLarge':
      return t('Amount exceeds available balance');
    default:
      return t('Amount must be a valid number');
  }
}
