import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type {
  AdminTransaction,
  AdminTransactionFilters as Filters,
} from '#contract/transactions/schema.ts';
import { SavedViews } from '#web/features/saved-views/components/SavedViews.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { countRows } from '#web/lib/lists/full-pages.ts';
import { adminTransactionAddress } from '#web/lib/lists/transaction-filters.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RefreshButton } from '#web/ui/RefreshButton.tsx';
import { DensitySwitch } from '#web/ui/table/DensitySwitch.tsx';
import { TransactionDetailsDialog } from '../components/TransactionDetailsDialog.tsx';
import { TransactionFilters } from '../components/TransactionFilters.tsx';
import { TransactionList } from '../components/TransactionList.tsx';
import { useExport } from '../model/export.ts';
import { useTransactions } from '../queries.ts';

type Transactions = ReturnType<typeof useTransactions>;

export function TransactionsPage() {
  const { t } = useTranslation();
  const { filters, isFiltered, change, clear } = useAddressFilters(adminTransactionAddress);
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
            <IfCan permission="exports:read">
              <ExportButton filters={filters} transactions={transactions} />
            </IfCan>
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
      <SavedViews list="transactions" search={adminTransactionAddress.write(filters)} />
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
      leftSection={<IconDownload size={16} />}
      disabled={!data || (total === 0 && isExact) || csv.isPending}
      onClick={() => csv.run(filters)}
    >
      {csv.isPending
        ? t('Exporting... {{number}}', { number: number(csv.rows) })
        : t('Export CSV ({{number}})', { number: shown })}
    </Button>
  );
}
