import { Grid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWallet } from '../balances/queries.ts';
import { BankAccountsSection } from '../bank-accounts/BankAccountsSection.tsx';
import { WithdrawalForm } from './WithdrawalForm.tsx';
import { WithdrawalSummary } from './WithdrawalSummary.tsx';

/** The request form beside what it means for the wallet, and the accounts it can go to. */
export function WithdrawTab() {
  const wallet = useWallet();
  const [amount, setAmount] = useState('');
  return (
    <Stack gap="xl">
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <WithdrawalForm wallet={wallet} amount={amount} onAmount={setAmount} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <WithdrawalSummary wallet={wallet} amount={amount} />
        </Grid.Col>
      </Grid>
      <BankAccountsSection />
    </Stack>
  );
}
