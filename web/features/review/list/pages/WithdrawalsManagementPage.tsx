import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useRequestColumns } from '#web/features/transactions/hooks/use-request-columns.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { WithdrawalDetailsDialog } from '../../request/components/WithdrawalDetailsDialog.tsx';
import { NothingPending } from '../components/NothingPending.tsx';
import type { ReviewTab } from '../model/filters.ts';
import { ReviewPage } from './ReviewPage.tsx';

export function WithdrawalsManagementPage() {
  const { t } = useTranslation();
  return (
    <ReviewPage
      type="withdrawal"
      title={t('Withdrawals Management')}
      subtitle={t('Review and manage all withdrawal requests')}
      refreshFailed={t('Failed to refresh withdrawals data')}
      tabLabel={useTabLabel()}
      columns={useColumns()}
      empty={(tab, isSearching) => <NoWithdrawals tab={tab} isSearching={isSearching} />}
      caption={(tab) => (tab === 'pending' ? t('Pending withdrawals') : t('Withdrawal history'))}
      viewLabel={t('View')}
      ViewDialog={WithdrawalDetailsDialog}
    />
  );
}

function useTabLabel() {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (tab: ReviewTab, count: number | undefined) => {
    const shown = { number: count === undefined ? '…' : number(count) };
    return tab === 'pending' ? t('Pending ({{number}})', shown) : t('History ({{number}})', shown);
  };
}

function useColumns(): () => Column<AdminTransaction>[] {
  const columns = useRequestColumns('withdrawals');
  return () => columns;
}

function NoWithdrawals({ tab, isSearching }: { tab: ReviewTab; isSearching: boolean }) {
  const { t } = useTranslation();
  if (isSearching) return <EmptyState picture="search" title={t('No withdrawals found')} />;
  if (tab === 'pending') return <NothingPending type="withdrawal" />;
  return (
    <EmptyState
      picture="records"
      title={t('No withdrawal history')}
      description={t('No withdrawals have been processed yet')}
    />
  );
}
