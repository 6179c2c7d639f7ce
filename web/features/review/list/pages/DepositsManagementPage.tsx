import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useRequestColumns } from '#web/features/transactions/hooks/use-request-columns.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { STATES } from '#web/ui/state/states.ts';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { DepositReceiptDialog } from '../../request/components/DepositReceiptDialog.tsx';
import { NothingPending } from '../components/NothingPending.tsx';
import type { ReviewTab } from '../model/filters.ts';
import { ReviewPage } from './ReviewPage.tsx';

export function DepositsManagementPage() {
  const { t } = useTranslation();
  return (
    <ReviewPage
      type="deposit"
      title={t('Deposits Management')}
      subtitle={t('Review and manage all deposit requests')}
      refreshFailed={t('Failed to refresh deposits data')}
      tabLabel={(tab, count) => <TabLabel tab={tab} count={count} />}
      columns={useColumns()}
      empty={(tab, isSearching) => <NoDeposits tab={tab} isSearching={isSearching} />}
      caption={(tab) => (tab === 'pending' ? t('Pending Deposits') : t('Deposit History'))}
      viewLabel={t('View receipt')}
      ViewDialog={DepositReceiptDialog}
    />
  );
}

function TabLabel({ tab, count }: { tab: ReviewTab; count: number | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      {tab === 'pending' ? t('Pending Deposits', { context: 'tab' }) : t('Deposit History')}
      {count !== undefined && (
        <Badge
          component="span"
          size="sm"
          variant="light"
          color={tab === 'pending' && count > 0 ? STATES.pending.tone : 'gray'}
        >
          {number(count)}
        </Badge>
      )}
    </Group>
  );
}

function useColumns(): (tab: ReviewTab) => Column<AdminTransaction>[] {
  const columns = useRequestColumns('deposits');
  // A deposit has a source from its approval on.
  const pending = columns.filter(({ key }) => key !== 'source');
  return (tab) => (tab === 'history' ? columns : pending);
}

function NoDeposits({ tab, isSearching }: { tab: ReviewTab; isSearching: boolean }) {
  const { t } = useTranslation();
  if (isSearching) return <EmptyState picture="search" title={t('No deposits found')} />;
  if (tab === 'pending') return <NothingPending type="deposit" />;
  return (
    <EmptyState
      picture="records"
      title={t('No deposit history')}
      description={t('No deposits have been processed yet')}
    />
  );
}
