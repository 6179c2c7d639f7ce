import { Button, Paper, Select } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters as Filters } from '#contract/transactions.ts';
import { DayField, DayFields } from '../../ui/DayFields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { queryOf } from './export.ts';
import classes from './Transactions.module.css';

type TransactionFiltersProps = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
};

/** What narrows the list of all transactions. */
export function TransactionFilters({ filters, onChange, onClear }: TransactionFiltersProps) {
  const { t } = useTranslation();
  const isFiltered = queryOf(filters).size > 0;
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={t('Filters')}>
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          placeholder={t('Search by name, reference, method...')}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <ChoiceFields filters={filters} onChange={onChange} />
        <DayFields>
          <DayField
            label={t('From Date')}
            value={filters.from}
            latest={filters.to}
            onChange={(from) => onChange({ from })}
          />
          <DayField
            label={t('To Date')}
            value={filters.to}
            earliest={filters.from}
            onChange={(to) => onChange({ to })}
          />
        </DayFields>
        <Button
          variant="default"
          className={classes.clear}
          leftSection={<IconFilterOff size={16} stroke={1.75} />}
          disabled={!isFiltered}
          onClick={onClear}
        >
          {t('Clear Filters')}
        </Button>
      </div>
    </Paper>
  );
}

function ChoiceFields({ filters, onChange }: Omit<TransactionFiltersProps, 'onClear'>) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('Status')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('All Status') },
          { value: 'pending', label: t('Pending') },
          { value: 'approved', label: t('Approved') },
          { value: 'rejected', label: t('Rejected') },
        ]}
        value={filters.status}
        onChange={(status) => status && onChange({ status })}
      />
      <Select
        label={t('Type')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('All Types') },
          { value: 'deposit', label: t('Deposits') },
          { value: 'withdrawal', label: t('Withdrawals') },
        ]}
        value={filters.type}
        onChange={(type) => type && onChange({ type })}
      />
    </>
  );
}
