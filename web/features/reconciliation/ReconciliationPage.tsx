import { Box, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PageTabs } from '#web/ui/page/PageTabs.tsx';
import { BalanceList } from './components/BalanceList.tsx';
import { HistoryList } from './components/HistoryList.tsx';
import { MatchList } from './components/MatchList.tsx';
import { UnclaimedList } from './components/UnclaimedList.tsx';
import { WaitingList } from './components/WaitingList.tsx';
import { type ReconciliationSearch, reconciliationSearch, TABS, type Tab } from './model/tabs.ts';
import { useReconciliationSummary } from './queries.ts';

/** Bank statements against deposit requests: matches, and what remains on each side. */
export function ReconciliationPage() {
  const { t } = useTranslation();
  const { tab = 'matches', grade = 'certain' } = reconciliationSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (search: ReconciliationSearch | { tab: string | null }) =>
    void navigate({
      to: '.',
      search: reconciliationSearch(search),
      replace: true,
      resetScroll: false,
    });
  const labels = tabLabels(t);
  const counts = useCounts();
  return (
    <>
      <PageHeader
        title={t('Reconciliation')}
        isDense
        subtitle={
          <Box visibleFrom="sm">
            {t('Which payments on bank statements belong to which deposits')}
          </Box>
        }
      />
      <Tabs value={tab} onChange={(next) => show({ tab: next })} keepMounted={false}>
        <PageTabs
          label={t('Reconciliation')}
          tabs={TABS.map((value) => ({
            value,
            label: labels[value],
            hasCount: value in counts,
            count: counts[value],
          }))}
          value={tab}
          onChange={(next) => show({ tab: next })}
        />
        <Tabs.Panel value="matches">
          <MatchList grade={grade} onGrade={(next) => show({ grade: next })} />
        </Tabs.Panel>
        <Tabs.Panel value="unclaimed">
          <UnclaimedList />
        </Tabs.Panel>
        <Tabs.Panel value="waiting">
          <WaitingList />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryList />
        </Tabs.Panel>
        <Tabs.Panel value="balances">
          <BalanceList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function tabLabels(t: TFunction): Record<Tab, string> {
  return {
    matches: t('Matches'),
    unclaimed: t('Money without a request'),
    waiting: t('Requests without money'),
    history: t('History'),
    balances: t('Balances'),
  };
}

/** Undefined until known. */
function useCounts(): Partial<Record<Tab, number | undefined>> {
  const { data } = useReconciliationSummary();
  return {
    matches: data && data.certain.count + data.likely.count + data.possible.count,
    unclaimed: data?.unclaimed.count,
    waiting: data?.waiting.count,
  };
}
