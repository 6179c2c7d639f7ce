import { Button, Group, Paper } from '@mantine/core';
import { IconDownload, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters as Filters } from '#contract/transactions.ts';
import { isFiltered } from '../../lib/transaction-filters.ts';
import { DaySpan } from '../../ui/DaySpan.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StatusAndTypeFields } from '../transactions/StatusAndTypeFields.tsx';
import { useExport } from './export.ts';
import classes from './PassbookFilters.module.css';

type PassbookFiltersProps = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
};

/** What narrows the passbook, and the export of what it narrows to. */
export function PassbookFilters({ filters, onChange, onClear }: PassbookFiltersProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={t('Filters')}>
      <div className={classes.grid}>
        <SearchField
          className={classes.wide}
          placeholder={t('Search by reference or ID...')}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <StatusAndTypeFields
          filters={filters}
          typeLabels={{ deposit: t('Deposit'), withdrawal: t('Withdrawal') }}
          onChange={onChange}
        />
        <DaySpan from={filters.from} to={filters.to} onChange={onChange} />
        <Actions filters={filters} onClear={onClear} />
      </div>
    </Paper>
  );
}

function Actions({ filters, onClear }: Omit<PassbookFiltersProps, 'onChange'>) {
  const { t } = useTranslation();
  const csv = useExport();
  return (
    <Group gap="sm" className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconFilterOff size={16} stroke={1.75} />}
        disabled={!isFiltered(filters)}
        onClick={onClear}
      >
        {t('Clear', { context: 'filters' })}
      </Button>
      <Button
        variant="light"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        loading={csv.isPending}
        onClick={() => csv.run(filters)}
      >
        {t('Export')}
      </Button>
    </Group>
  );
}
