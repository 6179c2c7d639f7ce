import { Grid, Stack } from '@mantine/core';
import { useWallet } from '../../balances/queries.ts';
import { BankAccountsSection } from '../../bank-accounts/components/BankAccountsSection.tsx';
import { useWithdrawalForm } from '../hooks/use-withdrawal-form.ts';
import { WithdrawalForm } from './WithdrawalForm.tsx';
import { WithdrawalSummary } from './WithdrawalSummary.tsx';

const IN_ORDER = { inner: { 'data-in-order': true } };

/** The withdrawal form, with a summary and the user's bank accounts. */
export function WithdrawTab() {
  const wallet = useWallet();
  const state = useWithdrawalForm(wallet);
  return (
    <Stack gap="xl" data-in-order>
      <Grid gap="lg" align="flex-start" attributes={IN_ORDER}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <WithdrawalForm wallet={wallet} state={state} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <WithdrawalSummary wallet={wallet} amount={state.form.values.amount} />
        </Grid.Col>
      </Grid>
      <BankAccountsSection />
    </Stack>
  );
}
