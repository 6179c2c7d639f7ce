import { Text, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import { MIN_WITHDRAWAL } from '#contract/rules.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import type { WithdrawalState } from './use-withdrawal-form.ts';
import { stripAmount, type WithdrawalProblems } from './withdrawal-form.ts';

/** Longer than any amount, so that a pasted book can't slow the screen. */
const MAX_AMOUNT_LENGTH = 30;

type WithdrawalFieldsetProps = { state: WithdrawalState; availablePaise: number };

/** The fields of a withdrawal with what is wrong with each. */
export function WithdrawalFieldset({ state, availablePaise }: WithdrawalFieldsetProps) {
  const { form, accounts, account } = state;
  const { t } = useTranslation();
  const amount = form.field('amount');
  return (
    <>
      <TextInput
        label={t('Amount')}
        description={t('Available: {{amount}}', { amount: formatRupees(availablePaise) })}
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        leftSection={<Text aria-hidden>₹</Text>}
        {...amount}
        onChange={(event) =>
          amount.onChange(stripAmount(event.currentTarget.value).slice(0, MAX_AMOUNT_LENGTH))
        }
        error={amountText(form.problems.amount, t)}
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
        error={form.problems.bankAccount && t('Please select a bank account')}
      />
    </>
  );
}

function amountText(problem: WithdrawalProblems['amount'], t: TFunction): string | undefined {
  switch (problem) {
    case 'notANumber':
      return t('Amount must be a valid number');
    case 'belowMinimum':
      return t('Minimum withdrawal amount is {{minimum}}', {
        minimum: formatRupees(MIN_WITHDRAWAL),
      });
    case 'aboveAvailable':
      return t('Amount exceeds available balance');
    default:
      return undefined;
  }
}
