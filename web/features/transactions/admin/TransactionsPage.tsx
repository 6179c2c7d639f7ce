import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  AdminTransaction,
  AdminTransactionFilters as Filters,
} from '#contract/transactions/schema.ts';
import { SavedViews } from '#web/features/saved-views/components/SavedViews.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { adminTransactionAddress } from '#web/lib/lists/transaction-filters.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { RefreshButton } from '#web/ui/RefreshButton.tsx';
import { DensitySwitch } from '#web/ui/table/DensitySwitch.tsx';
import { TransactionDetailsDialog } from './components/TransactionDetailsDialog.tsx';
import { TransactionFilters } from './components/TransactionFilters.tsx';
import { TransactionList } from './components/TransactionList.tsx';
import { useExport } from './model/export.ts';
import { useRefetchTransactions, useTransactionCount, useTransactions } from './queries.ts';

export function TransactionsPage() {
  const { t } = useTranslation();
  const { filters, isFiltered, change, clear } = useAddressFilters(adminTransactionAddress);
  const refetch = useRefetchTransactions(filters);
  return (
    <>
      <PageHeader
        title={t('Transactions')}
        subtitle={t('View and manage all deposit and withdrawal transactions')}
        actions={
          <>
            <DensitySwitch />
            <IfCan permission="exports:read">
              <ExportButton filters={filters} />
            </IfCan>
            <RefreshButton refresh={refetch} failed={t('Failed to fetch transactions')} />
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
      <Matching filters={filters} />
    </>
  );
}

/** Apart from the filters, which a further page does not render again. */
function Matching({ filters }: { filters: Filters }) {
  const transactions = useTransactions(filters);
  const viewed = useDialogTarget<AdminTransaction>();
  return (
    <>
      <TransactionList transactions={transactions} onView={viewed.open} />
      <TransactionDetailsDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}

function ExportButton({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const csv = useExport();
  const found = useTransactionCount(filters);
  const shown = found ? `${number(found.count)}${found.isExact ? '' : '+'}` : '…';
  return (
    <Button
      variant="light"
      leftSection={<IconDownload size={16} />}
      disabled={!found || (found.count === 0 && found.isExact) || csv.isPending}
      onClick={() => csv.run(filters)}
    >
      {csv.isPending
        ? t('Exporting... {{number}}', { number: number(csv.rows) })
        : t('Export CSV ({{number}})', { number: shown })}
    </Button>
  );
}
