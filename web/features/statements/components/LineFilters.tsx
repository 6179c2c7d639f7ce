import { Button, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DaySpan } from '#web/ui/DaySpan.tsx';
import { AmountSpan } from '#web/ui/form/AmountSpan.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { IconFilterOff } from '#web/ui/icons/IconFilterOff.ts';
import type { LineFilters as Filters } from '../model/search.ts';
import { useImports, useStatementAccounts } from '../queries.ts';
import classes from './Statements.module.css';

type LineFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
};

export function LineFilters({ filters, isFiltered, onChange, onClear }: LineFiltersProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={t('Filters')}>
      <div className={classes.filters}>
        <SearchField
          className={classes.wide}
          placeholder={t('Search by UTR, reference or text...')}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <AccountField filters={filters} onChange={onChange} />
        <FileField filters={filters} onChange={onChange} />
        <DaySpan from={filters.from} to={filters.to} onChange={onChange} />
        <ChoiceField
          label={t('Direction')}
          choices={[
            { value: 'all', label: t('Money in and out') },
            { value: 'received', label: t('Money in') },
            { value: 'paid', label: t('Money out') },
          ]}
          value={filters.direction}
          onChange={(direction) => onChange({ direction })}
        />
        <AmountSpan from={filters.minAmount} to={filters.maxAmount} onChange={onChange} />
        <Button
          className={classes.clear}
          variant="default"
          leftSection={<IconFilterOff size={16} />}
          disabled={!isFiltered}
          onClick={onClear}
        >
          {t('Clear Filters')}
        </Button>
      </div>
    </Paper>
  );
}

type FieldProps = Pick<LineFiltersProps, 'filters' | 'onChange'>;

function AccountField({ filters, onChange }: FieldProps) {
  const { t } = useTranslation();
  const accounts = useStatementAccounts();
  return (
    <ChoiceField
      label={t('Account')}
      choices={[
        { value: '', label: t('All accounts') },
        ...(accounts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={filters.account ?? ''}
      onChange={(account) => onChange({ account: account || undefined })}
    />
  );
}

function FileField({ filters, onChange }: FieldProps) {
  const { t } = useTranslation();
  const imports = useImports();
  const files = (imports.data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .filter(({ undoneAt, newLines }) => undoneAt === null && newLines > 0)
    .map(({ id, fileName }) => ({ value: id, label: fileName }));
  const isListed = files.some(({ value }) => value === filters.file);
  const earlier =
    filters.file && !isListed ? [{ value: filters.file, label: t('An earlier file') }] : [];
  return (
    <ChoiceField
      label={t('File')}
      choices={[{ value: '', label: t('All files') }, ...earlier, ...files]}
      value={filters.file ?? ''}
      onChange={(file) => onChange({ file: file || undefined })}
    />
  );
}
