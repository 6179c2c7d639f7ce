import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { DaySpan } from '#web/ui/DaySpan.tsx';
import { AmountSpan } from '#web/ui/form/AmountSpan.tsx';
import { FiltersButton } from '#web/ui/form/FiltersButton.tsx';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { IconFilterOff } from '#web/ui/icons/IconFilterOff.ts';
import type { AuditFilters as Filters } from '../model/filters.ts';
import { actionLabel } from '../model/labels.ts';
import { useAuditActions } from '../queries.ts';
import classes from './Audit.module.css';

type AuditFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
};

/** The fields below the search open with a button, so that the list begins on the first screen. */
export function AuditFilters(props: AuditFiltersProps) {
  const { filters, isFiltered, onChange } = props;
  const { t } = useTranslation();
  const [isOpen, fields] = useDisclosure(isFiltered);
  // The button reacts immediately; its seven fields follow.
  const areShown = useDeferredValue(isOpen);
  return (
    <section className={classes.filters} aria-label={t('Filters')}>
      <SearchField
        isLabelHidden
        placeholder={t('Search by person, action or ID...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <FiltersButton isOpen={isOpen} onClick={fields.toggle} />
      {areShown && <Fields {...props} />}
    </section>
  );
}

function Fields({ filters, isFiltered, onChange, onClear }: AuditFiltersProps) {
  const { t } = useTranslation();
  const actions = useAuditActions();
  return (
    <div className={classes.fields}>
      <Select
        className={classes.wide}
        label={t('Action')}
        placeholder={t('All actions')}
        data={
          actions.data?.map((action) => ({ value: action, label: actionLabel(t, action) })) ?? []
        }
        value={filters.action ?? null}
        onChange={(action) => onChange({ action: action ?? undefined })}
        nothingFoundMessage={t('No actions found')}
        clearButtonProps={{ 'aria-label': t('Clear', { context: 'field' }) }}
        clearable
        searchable
      />
      <SearchField
        className={classes.wide}
        label={t('Affected user')}
        placeholder={t('Username or ID')}
        value={filters.person ?? ''}
        onChange={(person) => onChange({ person })}
      />
      <SearchField
        className={classes.wide}
        label={t('Who')}
        placeholder={t('Username or ID')}
        value={filters.actor ?? ''}
        onChange={(actor) => onChange({ actor })}
      />
      <SearchField
        label={t('IP address')}
        value={filters.address ?? ''}
        onChange={(address) => onChange({ address })}
      />
      <AmountSpan from={filters.minAmount} to={filters.maxAmount} onChange={onChange} />
      <DaySpan from={filters.from} to={filters.to} onChange={onChange} />
      <Button
        className={classes.wide}
        variant="default"
        leftSection={<IconFilterOff size={16} />}
        disabled={!isFiltered}
        onClick={onClear}
      >
        {t('Clear Filters')}
      </Button>
    </div>
  );
}
