import { useTranslation } from 'react-i18next';
import type { TransactionFilters as Filters } from '#contract/transactions/schema.ts';
import { DaySpan } from '#web/ui/DaySpan.tsx';
import { StatusAndTypeFields } from '../../components/StatusAndTypeFields.tsx';

export type PassbookFiltersProps = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
  printing: { isPending: boolean; print: () => void };
};

/** All passbook filters except the search. */
export function FilterFields({
  filters,
  onChange,
}: Pick<PassbookFiltersProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <>
      <StatusAndTypeFields
        filters={filters}
        typeLabels={{ deposit: t('Deposit'), withdrawal: t('Withdrawal') }}
        onChange={onChange}
      />
      <DaySpan from={filters.from} to={filters.to} onChange={onChange} />
    </>
  );
}
