import { Button, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { AdminTransactionFilters as Filters } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { DaySpan } from '#web/ui/DaySpan.tsx';
import { FiltersButton } from '#web/ui/form/FiltersButton.tsx';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { IconFilterOff } from '#web/ui/icons/IconFilterOff.ts';
import { IconX } from '#web/ui/icons/IconX.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { StatusAndTypeFields } from '../../components/StatusAndTypeFields.tsx';
import classes from './Transactions.module.css';

type TransactionFiltersProps = {
  filters: Filters;
  isFiltered: boolean;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
};

/** On phones, the fields below the search open with a button. */
export function TransactionFilters(props: TransactionFiltersProps) {
  const { filters, isFiltered, onChange } = props;
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  const [isOpen, fields] = useDisclosure(isFiltered);
  return (
    <section className={classes.filters} aria-label={t('Filters')}>
      <SearchField
        className={classes.search}
        isLabelHidden
        placeholder={t('Search by name, reference, method...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      {!isWide && <FiltersButton isOpen={isOpen} onClick={fields.toggle} />}
      {(isWide || isOpen) && <Fields {...props} />}
    </section>
  );
}

function Fields({ filters, isFiltered, onChange, onClear }: TransactionFiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.fields}>
        <StatusAndTypeFields
          filters={filters}
          typeLabels={{ deposit: t('Deposits'), withdrawal: t('Withdrawals') }}
          onChange={onChange}
        />
        <DaySpan from={filters.from} to={filters.to} onChange={onChange} />
      </div>
      {filters.approvedOn && <ApprovalDay day={filters.approvedOn} onChange={onChange} />}
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
        leftSection={<IconFilterOff size={16} />}
        disabled={!isFiltered}
        onClick={onClear}
      >
        {t('Clear Filters')}
      </Button>
    </>
  );
}

type ApprovalDayProps = Pick<TransactionFiltersProps, 'onChange'> & { day: string };

/** The filter of links of the dashboard. A click removes it. */
function ApprovalDay({ day, onChange }: ApprovalDayProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const name = t('Approved on {{date}}', { date: date(dayToDate(day)) });
  return (
    <Button
      variant="light"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={t('Remove: {{name}}', { name })}
      onClick={() => onChange({ approvedOn: undefined })}
    >
      {name}
    </Button>
  );
}
