import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters as Filters } from '#contract/transactions/schema.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { StatusAndTypeFields } from '../../components/StatusAndTypeFields.tsx';

/** Calendars are large: the passbook's rows do not wait for them. */
const DaySpan = lazy(() =>
  loadWithRetries(async () => ({ default: (await import('#web/ui/DaySpan.tsx')).DaySpan })),
);

export type PassbookFiltersProps = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  onClear: () => void;
  printing: { isPending: boolean; print: () => void };
};

type FilterFieldsProps = Pick<PassbookFiltersProps, 'filters' | 'onChange'> & {
  /** Placeholders replace the labels. */
  isUnlabelled?: boolean;
};

/** All passbook filters except the search. */
export function FilterFields({ filters, onChange, isUnlabelled = false }: FilterFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <StatusAndTypeFields
        filters={filters}
        typeLabels={{ deposit: t('Deposit'), withdrawal: t('Withdrawal') }}
        onChange={onChange}
      />
      <Suspense fallback={<PendingFields />}>
        <DaySpan
          from={filters.from}
          to={filters.to}
          isUnlabelled={isUnlabelled}
          onChange={onChange}
        />
      </Suspense>
    </>
  );
}

/** Two fields, in the place of the days. */
function PendingFields() {
  return (
    <>
      <Skeleton height="2.25rem" />
      <Skeleton height="2.25rem" />
    </>
  );
}
