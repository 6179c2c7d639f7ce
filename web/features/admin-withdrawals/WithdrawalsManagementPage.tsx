import { IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Column } from '../../ui/ResponsiveTable.tsx';
import {
  AmountCell,
  BankAccountCell,
  DateCell,
  IdCell,
  StatusCell,
  UserCell,
} from '../transactions/cells.tsx';
import type { ReviewTab } from '../transactions/queries.ts';
import { ReviewPage } from '../transactions/ReviewPage.tsx';
import { WithdrawalDetailsDialog } from './WithdrawalDetailsDialog.tsx';

/** Where administrators look at withdrawal requests and decide them. */
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
  const { t } = useTranslation();
  return () => [
    { key: 'id', header: t('ID'), cell: (row) => <IdCell row={row} /> },
    { key: 'user', header: t('User'), cell: (row) => <UserCell row={row} /> },
    {
      key: 'amount',
      header: t('Amount'),
      cell: (row) => <AmountCell row={row} />,
      align: 'right',
    },
    { key: 'date', header: t('Date'), cell: (row) => <DateCell row={row} /> },
    {
      key: 'bankAccount',
      header: t('Bank Account'),
      cell: (row) => <BankAccountCell row={row} />,
    },
    { key: 'status', header: t('Status'), cell: (row) => <StatusCell row={row} /> },
  ];
}

function NoWithdrawals({ tab, isSearching }: { tab: ReviewTab; isSearching: boolean }) {
  const { t } = useTranslation();
  const icon = <IconInbox size={26} stroke={1.5} />;
  if (isSearching) return <EmptyState icon={icon} title={t('No withdrawals found')} />;
  return tab === 'pending' ? (
    <EmptyState
      icon={icon}
      title={t('No pending withdrawals')}
      description={t('All withdrawal requests have been processed')}
    />
  ) : (
    <EmptyState
      icon={icon}
      title={t('No withdrawal history')}
      description={t('No withdrawals have been processed yet')}
    />
  );
}
