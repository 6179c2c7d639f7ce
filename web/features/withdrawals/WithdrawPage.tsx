import { Grid, Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { IconArrowUpRight } from '#web/ui/icons/IconArrowUpRight.ts';
import { IconHistory } from '#web/ui/icons/IconHistory.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { useWallet } from '../balances/queries.ts';
import { BankAccountsSection } from '../bank-accounts/components/BankAccountsSection.tsx';
import { WithdrawalForm } from './components/WithdrawalForm.tsx';
import { WithdrawalHistory } from './components/WithdrawalHistory.tsx';
import { WithdrawalSummary } from './components/WithdrawalSummary.tsx';
import { withdrawSearch } from './model/tabs.ts';
import { useWithdrawalForm } from './use-withdrawal-form.ts';

export function WithdrawPage() {
  const { t } = useTranslation();
  const { tab = 'withdraw' } = withdrawSearch(useSearch({ strict: false }));
  // A click on a tab marks it immediately; its content follows.
  const shownTab = useDeferredValue(tab);
  const navigate = useNavigate();
  const openTab = (next: string | null) =>
    void navigate({
      to: '.',
      search: withdrawSearch({ tab: next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={t('Withdraw')}
        subtitle={t('Move money from your wallet to your bank account')}
        back={paths.home}
        isDense
      />
      <Tabs value={tab} onChange={openTab}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="withdraw" leftSection={<IconArrowUpRight size={16} />}>
            {t('Withdraw')}
          </Tabs.Tab>
          <Tabs.Tab value="history" leftSection={<IconHistory size={16} />}>
            {t('History')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Activity mode={shownTab === 'withdraw' ? 'visible' : 'hidden'}>
            <WithdrawTab />
          </Activity>
          {shownTab === 'history' && <WithdrawalHistory />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const IN_ORDER = { inner: { 'data-in-order': true } };

/** The withdrawal form, with a summary and the user's bank accounts. */
function WithdrawTab() {
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
