import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { IconAdjustmentsHorizontal } from '#web/ui/icons/IconAdjustmentsHorizontal.ts';
import type { PassbookFiltersProps } from './FilterFields.tsx';
import classes from './PassbookFilters.module.css';

const FilterSheet = lazy(() => loadWithRetries(() => import('./FilterSheet.tsx')));

/** Passbook filters on phones: the search, and a sheet with the others. */
export function PassbookFilterStrip(props: PassbookFiltersProps) {
  const { filters, onChange } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const [opened, sheet] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const { search: _, ...inSheet } = filters;
  const count = Object.values(inSheet).filter((value) => value && value !== 'all').length;
  return (
    <div className={classes.row} data-hidden-labels>
      <SearchField
        className={classes.search}
        placeholder={t('Search by reference or ID...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <Indicator label={number(count)} disabled={count === 0} size={18} offset={4}>
        <ActionIcon
          variant="default"
          className={classes.open}
          aria-haspopup="dialog"
          aria-label={
            count > 0 ? t('Filters ({{number}})', { number: number(count) }) : t('Filters')
          }
          onClick={() => {
            setWasOpened(true);
            sheet.open();
          }}
        >
          <IconAdjustmentsHorizontal size={20} />
        </ActionIcon>
      </Indicator>
      <Suspense>
        {wasOpened && <FilterSheet {...props} opened={opened} onClose={sheet.close} />}
      </Suspense>
    </div>
  );
}
