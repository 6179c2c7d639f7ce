import { Button, Group, Paper, Select } from '@mantine/core';
import { IconDownload, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters as Filters } from '#contract/transactions.ts';
import { DayField, DayFields } from '../../ui/DayFields.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useExport } from './export.ts';
import { isFiltered } from './filters.ts';
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
        <Actions filters={filters} onClear={onClear} />
      </div>
    </Paper>
  );
}

function ChoiceFields({ filters, onChange }: Omit<PassbookFiltersProps, 'onClear'>) {
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
          { value: 'deposit', label: t('Deposit') },
          { value: 'withdrawal', label: t('Withdrawal') },
        ]}
        value={filters.type}
        onChange={(type) => type && onChange({ type })}
      />
    </>
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
        {t('Clear')}
      </Button>
      <Button
        variant="light"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        loading={csv.isPending}
        onClick={() => csv.mutate(filters)}
      >
        {t('Export')}
      </Button>
    </Group>
  );
}
