import { Paper } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { SessionContext } from '../../lib/session.ts';
import { transactionAddress } from '../../lib/transaction-filters.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OwnBalance } from '../balances/OwnBalance.tsx';
import { PassbookFilters } from './PassbookFilters.tsx';
import { PassbookList } from './PassbookList.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { TransactionDialog } from './TransactionDialog.tsx';
import { usePrint } from './use-print.ts';

export function PassbookPage() {
  const { t } = useTranslation();
  const session = useContext(SessionContext);
  return (
    <>
      <PageHeader
        title={t('Passbook')}
        subtitle={t('Complete transaction history with running balance')}
        actions={session && <OwnBalance />}
      />
      {session ? <Passbook /> : <AuthenticationRequired />}
    </>
  );
}

function Passbook() {
  const { filters, change, clear } = useAddressFilters(transactionAddress);
  const { sheet, ...printing } = usePrint(filters);
  return (
    <>
      <PassbookFilters filters={filters} onChange={change} onClear={clear} printing={printing} />
      <PassbookList filters={filters} />
      <TransactionDialog />
      {sheet && <PrintSheet {...sheet} filters={filters} />}
    </>
  );
}

function AuthenticationRequired() {
  const { t } = useTranslation();
  return (
    <Paper withBorder>
      <EmptyState
        picture="lock"
        title={t('Authentication required')}
        description={t('Please log in to view your passbook')}
      />
    </Paper>
  );
}
