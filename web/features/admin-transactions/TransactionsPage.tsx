import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction, TransactionFilters as Filters } from '#contract/transactions.ts';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { useFormat } from '../../lib/format.ts';
import { countRows } from '../../lib/full-pages.ts';
import { transactionAddress } from '../../lib/transaction-filters.ts';
import { DensitySwitch } from '../../ui/DensitySwitch.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RefreshButton } from '../../ui/RefreshButton.tsx';
import { useDialogTarget } from '../../ui/use-dialog-target.ts';
import { SavedViews } from '../saved-views/SavedViews.tsx';
import { useExport } from './export.ts';
import { useTransactions } from './queries.ts';
import { TransactionDetailsDialog } from './TransactionDetailsDialog.tsx';
import { TransactionFilters } from './TransactionFilters.tsx';
import { TransactionList } from './TransactionList.tsx';

type Transactions = ReturnType<typeof useTransactions>;

export function TransactionsPage() {
  const { t } = useTranslation();
  const { filters, isFiltered, change, clear } = useAddressFilters(transactionAddress);
  const transactions = useTransactions(filters);
  const viewed = useDialogTarget<AdminTransaction>();
  return (
    <>
      <PageHeader
        title={t('Transactions')}
        subtitle={t('View and manage all deposit and withdrawal transactions')}
        actions={
          <>
            <DensitySwitch />
            <ExportButton filters={filters} transactions={transactions} />
            <RefreshButton
              refresh={async () => !(await transactions.refetch()).isError}
              failed={t('Failed to fetch transactions')}
            />
          </>
        }
      />
      <TransactionFilters
        filters={filters}
        isFiltered={isFiltered}
        onChange={change}
        onClear={clear}
      />
      <SavedViews list="transactions" search={transactionAddress.write(filters)} />
      <TransactionList transactions={transactions} onView={viewed.open} />
      <TransactionDetailsDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}

type ExportButtonProps = { filters: Filters; transactions: Transactions };

function ExportButton({ filters, transactions }: ExportButtonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const csv = useExport();
  const { data } = transactions;
  const { count: total, isExact } = countRows(data?.pages ?? []);
  const shown = data ? `${number(total)}${isExact ? '' : '+'}` : '…';
  return (
    <Button
      variant="light"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      disabled={!data || (total === 0 && isExact) || csv.isPending}
      onClick={() => csv.run(filters)}
    >
      {csv.isPending
        ? t('Exporting... {{number}}', { number: number(csv.rows) })
        : t('Export CSV ({{number}})', { number: shown })}
    </Button>
  );
}
