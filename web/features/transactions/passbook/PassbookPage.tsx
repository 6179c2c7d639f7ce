import { Box, Paper } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnBalance } from '#web/features/balances/components/OwnBalance.tsx';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { transactionAddress } from '#web/lib/lists/transaction-filters.ts';
import { SessionContext } from '#web/lib/session/session.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { FilterFields, type PassbookFiltersProps } from './components/FilterFields.tsx';
import { PassbookFilterStrip } from './components/PassbookFilterStrip.tsx';
import classes from './components/PassbookFilters.module.css';
import { PassbookList } from './components/PassbookList.tsx';
import { PrintSheet } from './components/PrintSheet.tsx';
import { TransactionDialog } from './components/TransactionDialog.tsx';
import { usePrint } from './hooks/use-print.ts';

export function PassbookPage() {
  const { t } = useTranslation();
  const session = useContext(SessionContext);
  return (
    <>
      <PageHeader
        title={t('Passbook')}
        subtitle={t('Complete transaction history with running balance')}
        actions={session && <OwnBalance isPlain />}
        isDense
      />
      {session ? <Passbook /> : <AuthenticationRequired />}
    </>
  );
}

function Passbook() {
  const { filters, change, clear } = useAddressFilters(transactionAddress);
  const { sheet, ...printing } = usePrint(filters);
  const commands = { filters, onChange: change, onClear: clear, printing };
  return (
    <>
      <PassbookFilters {...commands} />
      <PassbookList {...commands} />
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

/** Passbook filters in one row. */
function PassbookFilters(props: PassbookFiltersProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <Box component="section" mb="xs" aria-label={t('Filters')}>
      {isWide ? <FilterRow {...props} /> : <PassbookFilterStrip {...props} />}
    </Box>
  );
}

function FilterRow({ filters, onChange }: PassbookFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row} data-hidden-labels>
      <SearchField
        className={classes.search}
        placeholder={t('Search by reference or ID...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <FilterFields filters={filters} onChange={onChange} isUnlabelled />
    </div>
  );
}
