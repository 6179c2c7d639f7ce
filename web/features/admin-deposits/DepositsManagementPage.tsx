import { Badge, Group } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Column } from '../../ui/ResponsiveTable.tsx';
import {
  AmountCell,
  DateCell,
  IdCell,
  PaymentMethodCell,
  SourceCell,
  StatusCell,
  UserCell,
} from '../transactions/cells.tsx';
import type { ReviewTab } from '../transactions/queries.ts';
import { ReviewPage } from '../transactions/ReviewPage.tsx';
import { DepositReceiptDialog } from './DepositReceiptDialog.tsx';

/** Where administrators look at receipts and decide deposits. */
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
      {tab === 'pending' ? t('Pending Deposits') : t('Deposit History')}
      {count !== undefined && (
        <Badge
          component="span"
          size="sm"
          variant="light"
          color={tab === 'pending' && count > 0 ? 'orange' : 'gray'}
        >
          {number(count)}
        </Badge>
      )}
    </Group>
  );
}

function useColumns(): (tab: ReviewTab) => Column<AdminTransaction>[] {
  const { t } = useTranslation();
  const source: Column<AdminTransaction> = {
    key: 'source',
    header: t('Source'),
    cell: (row) => <SourceCell row={row} />,
  };
  return (tab) => [
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
      key: 'paymentMethod',
      header: t('Payment Method'),
      cell: (row) => <PaymentMethodCell row={row} />,
    },
    { key: 'status', header: t('Status'), cell: (row) => <StatusCell row={row} /> },
    ...(tab === 'history' ? [source] : []),
  ];
}

function NoDeposits({ tab, isSearching }: { tab: ReviewTab; isSearching: boolean }) {
  const { t } = useTranslation();
  const icon = <IconInbox size={26} stroke={1.5} />;
  if (isSearching) return <EmptyState icon={icon} title={t('No deposits found')} />;
  return tab === 'pending' ? (
    <EmptyState
      icon={icon}
      title={t('No pending deposits')}
      description={t('All deposit requests have been processed')}
    />
  ) : (
    <EmptyState
      icon={icon}
      title={t('No deposit history')}
      description={t('No deposits have been processed yet')}
    />
  );
}
