import { Tabs } from '@mantine/core';
import { IconArrowUpRight, IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { WithdrawalHistory } from './WithdrawalHistory.tsx';
import { WithdrawTab } from './WithdrawTab.tsx';

const HISTORY = 'history';
const WITHDRAW = 'withdraw';

/** Withdraw money to a saved bank account, and see what became of earlier requests. */
export function WithdrawPage() {
  const { t } = useTranslation();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = search.tab === HISTORY ? HISTORY : WITHDRAW;
  const openTab = (next: string | null) =>
    void navigate({
      to: '.',
      search: next === HISTORY ? { tab: HISTORY } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={t('Withdraw')}
        subtitle={t('Move money from your wallet to your bank account')}
        back="/"
      />
      <Tabs value={tab} onChange={openTab}>
        <Tabs.List mb="lg">
          <Tabs.Tab value={WITHDRAW} leftSection={<IconArrowUpRight size={16} />}>
            {t('Withdraw')}
          </Tabs.Tab>
          <Tabs.Tab value={HISTORY} leftSection={<IconHistory size={16} />}>
            {t('History')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={WITHDRAW}>
          <WithdrawTab />
        </Tabs.Panel>
        <Tabs.Panel value={HISTORY} keepMounted={false}>
          <WithdrawalHistory />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
