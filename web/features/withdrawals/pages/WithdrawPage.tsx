import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { IconArrowUpRight } from '#web/ui/icons/IconArrowUpRight.ts';
import { IconHistory } from '#web/ui/icons/IconHistory.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { WithdrawalHistory } from '../components/WithdrawalHistory.tsx';
import { WithdrawTab } from '../components/WithdrawTab.tsx';
import { withdrawSearch } from '../model/tabs.ts';

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
