import { ActionIcon, Box, Button } from '@mantine/core';
import { IconDownload, IconFilterOff, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { useExport } from '../model/export.ts';
import { FilterFields, type PassbookFiltersProps } from './FilterFields.tsx';
import { PassbookFilterStrip } from './PassbookFilterStrip.tsx';
import classes from './PassbookFilters.module.css';

/** Passbook filters, and the export of the filtered rows. */
export function PassbookFilters(props: PassbookFiltersProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <Box component="section" mb="xs" aria-label={t('Filters')}>
      {isWide ? <FilterRow {...props} /> : <PassbookFilterStrip {...props} />}
    </Box>
  );
}

function FilterRow({ filters, onChange, onClear, printing }: PassbookFiltersProps) {
  const { t } = useTranslation();
  const csv = useExport();
  return (
    <div className={classes.row}>
      <SearchField
        className={classes.search}
        placeholder={t('Search by reference or ID...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <FilterFields filters={filters} onChange={onChange} isUnlabelled />
      <div className={classes.actions}>
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
        <ActionIcon
          variant="light"
          size="input-sm"
          aria-label={t('Print')}
          loading={printing.isPending}
          onClick={printing.print}
        >
          <IconPrinter size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    </div>
  );
}
