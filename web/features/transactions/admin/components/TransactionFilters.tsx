import { Button, Paper, Switch } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AdminTransactionFilters as Filters } from '#contract/transactions/schema.ts';
import { DaySpan } from '#web/ui/DaySpan.tsx';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { StatusAndTypeFields } from '../../components/StatusAndTypeFields.tsx';
import classes from './Transactions.module.css';

type TransactionFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
};

export function TransactionFilters({
  filters,
  isFiltered,
  onChange,
  onClear,
}: TransactionFiltersProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={t('Filters')}>
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          placeholder={t('Search by name, reference, method...')}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <StatusAndTypeFields
          filters={filters}
          typeLabels={{ deposit: t('Deposits'), withdrawal: t('Withdrawals') }}
          onChange={onChange}
        />
        <DaySpan from={filters.from} to={filters.to} onChange={onChange} />
        <Switch
          className={classes.account}
          label={t('Deleted accounts')}
          checked={filters.account === 'deleted'}
          onChange={({ currentTarget }) =>
            onChange({ account: currentTarget.checked ? 'deleted' : 'all' })
          }
        />
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
