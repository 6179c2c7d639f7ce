import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { FilterFields, type PassbookFiltersProps } from './FilterFields.tsx';
import { PassbookFilterStrip } from './PassbookFilterStrip.tsx';
import classes from './PassbookFilters.module.css';

/** Passbook filters in one row. */
export function PassbookFilters(props: PassbookFiltersProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <Box component="section" mb="xs" aria-label={t('Filters')}>
      {isWide ? <FilterRow {...props} /> : <PassbookFilterStrip {...props} />}
    </Box>
  );
}

function FilterRow({ filters, onChange }: PassbookFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row} data-hidden-labels>
      <SearchField
        className={classes.search}
        placeholder={t('Search by reference or ID...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <FilterFields filters={filters} onChange={onChange} isUnlabelled />
    </div>
  );
}
