import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import { MIN_WITHDRAWAL } from '#contract/rules.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import type { Wallet } from '../balances/queries.ts';
import { useBankAccounts } from '../bank-accounts/queries.ts';
import { useRequestWithdrawal } from './queries.ts';
import { useRefuse } from './use-refuse.ts';
import { WithdrawalFieldset } from './WithdrawalFieldset.tsx';
import { pickAccount, refusalOf, withdrawalProblems } from './withdrawal-form.ts';

type WithdrawalFormProps = {
  wallet: Wallet;
  amount: string;
  onAmount: (amount: string) => void;
};

/** Asks how much should go to which account. A failure leaves all as typed. */
export function WithdrawalForm({ wallet, amount, onAmount }: WithdrawalFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const keys = useRequestKeys();
  const { data: accounts = [], isSuccess: hasAccounts } = useBankAccounts();
  const [chosenId, setChosenId] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const refuse = useRefuse(wallet);
  const account = pickAccount(accounts, chosenId);
  const fields = { amount, bankAccountId: account?.id, availablePaise: wallet.availablePaise };
  const isBelowMinimum = wallet.availablePaise < MIN_WITHDRAWAL;

  const withdrawal = useRequestWithdrawal(() => {
    keys.renew();
    onAmount('');
    setIsChecked(false);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (withdrawal.isPending) return;
    setIsChecked(true);
    const refusal = refusalOf(fields);
    if (refusal) refuse(refusal);
    const problems = withdrawalProblems(fields);
    if (problems.amount || problems.bankAccount) return focusFirstInvalid(form.current);
    const requestKey = keys.keyFor([amount, account?.id]);
    withdrawal.mutate({ amount, bankAccountId: account?.id, requestKey });
  };

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="withdrawal-form-title">
      <Title order={2} size="h4" id="withdrawal-form-title" mb="md">
        {t('Request a Withdrawal')}
      </Title>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          {hasAccounts && accounts.length === 0 && <NoAccountNote />}
          <WithdrawalFieldset
            amount={amount}
            onAmount={onAmount}
            accounts={accounts}
            account={account}
            onAccount={setChosenId}
            availablePaise={wallet.availablePaise}
            problems={isChecked ? withdrawalProblems(fields) : {}}
            disabled={withdrawal.isPending}
          />
          <Button
            type="submit"
            size="md"
            loading={withdrawal.isPending}
            disabled={isBelowMinimum || accounts.length === 0}
          >
            <SubmitLabel
              isPending={withdrawal.isPending}
              isBelowMinimum={isBelowMinimum && !wallet.isLoading}
            />
          </Button>
          <Text size="sm" c="dimmed">
            {t('Withdrawals are processed within 1-3 business days.')}
          </Text>
        </Stack>
      </form>
    </Paper>
  );
}

type SubmitLabelProps = { isPending: boolean; isBelowMinimum: boolean };

function SubmitLabel({ isPending, isBelowMinimum }: SubmitLabelProps) {
  const { t } = useTranslation();
  if (isPending) return t('Processing...');
  return isBelowMinimum
    ? t('Minimum balance required: {{minimum}}', { minimum: formatRupees(MIN_WITHDRAWAL) })
    : t('Request Withdrawal');
}

function NoAccountNote() {
  const { t } = useTranslation();
  return (
    <Alert color="orange" icon={<IconInfoCircle stroke={1.75} />}>
      {t('You need to add a bank account before you can withdraw funds.')}
    </Alert>
  );
}
