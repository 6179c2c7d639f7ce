import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { Column } from '../../../ui/ResponsiveTable.tsx';
import { STATES } from '../../../ui/states.ts';
import { useRequestColumns } from '../../transactions/use-request-columns.tsx';
import { DepositReceiptDialog } from '../request/DepositReceiptDialog.tsx';
import type { ReviewTab } from './filters.ts';
import { NothingPending } from './NothingPending.tsx';
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
  const { id, user, amount, date, paymentMethod, status, source } = useRequestColumns();
  const columns = [id, user, amount, date, paymentMethod, status];
  return (tab) => (tab === 'history' ? [...columns, source] : columns);
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
