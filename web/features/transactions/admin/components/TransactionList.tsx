import { Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isRefused } from '#contract/transactions/states.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { countRows } from '#web/lib/lists/full-pages.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton } from '#web/ui/table/RowControls.tsx';
import { UserNameCell } from '../../components/Cells.tsx';
import { RequestCard } from '../../components/RequestCard.tsx';
import { useRequestColumns } from '../../hooks/use-request-columns.tsx';
import type { useTransactions } from '../queries.ts';

type OnView = (row: AdminTransaction) => void;
type TransactionListProps = {
  transactions: ReturnType<typeof useTransactions>;
  onView: OnView;
  /** All of them belong to one user. */
  isOfOneUser?: boolean;
};

export function TransactionList({ transactions, onView, isOfOneUser }: TransactionListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const all = useColumns(onView);
  const columns = isOfOneUser ? all.filter(({ key }) => key !== 'user') : all;
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={transactions}
      failed={errorText(transactions.error, t('Failed to fetch transactions'))}
      outdated={t('Failed to fetch transactions')}
      caption={t('Transactions')}
      heading={<CountNote transactions={transactions} />}
      columns={columns}
      list="transactions"
      rowKey={(row) => row.id}
      card={(row) => <TransactionCard row={row} onView={onView} />}
      empty={<NoTransactions />}
    />
  );
}

/** Explains the plus sign after the count on the export button. */
function CountNote({ transactions }: Pick<TransactionListProps, 'transactions'>) {
  const { t } = useTranslation();
  const { isExact } = countRows(transactions.data?.pages ?? []);
  if (isExact) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      {t('There are too many matches to count. An export has all of them.')}
    </Text>
  );
}

/** A history has no room for warnings; the details have them. */
const CELLS = { user: UserNameCell, amount: SignedAmountCell };

function useColumns(show: OnView): Column<AdminTransaction>[] {
  const { t } = useTranslation();
  const facts = useRequestColumns('transactions', CELLS);
  const onView = useCallbackRef(show);
  return useMemo(() => {
    const actions: Column<AdminTransaction> = {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (row) => <DetailsButton row={row} onView={onView} />,
    };
    return [...facts, actions];
  }, [t, facts, onView]);
}

type RowProps = { row: AdminTransaction };

function SignedAmountCell({ row }: RowProps) {
  const direction = row.type === 'deposit' ? 'in' : 'out';
  const isVoid = isRefused(row);
  return <Amount paise={row.amountPaise} direction={direction} isVoid={isVoid} />;
}

type DetailsButtonProps = RowProps & { onView: OnView };

function DetailsButton({ row, onView }: DetailsButtonProps) {
  const { t } = useTranslation();
  const name = t('{{action}}: {{amount}}, {{user}}', {
    action: t('Details'),
    amount: formatRupees(row.amountPaise),
    user: row.userName,
  });
  return (
    <RowButton aria-label={name} onClick={() => onView(row)}>
      {t('Details')}
    </RowButton>
  );
}

function TransactionCard({ row, onView }: RowProps & { onView: OnView }) {
  return <RequestCard row={row} isTyped actions={<DetailsButton row={row} onView={onView} />} />;
}

function NoTransactions() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture="passbook"
      title={t('No transactions found')}
      description={t('Transaction records will appear here')}
    />
  );
}
