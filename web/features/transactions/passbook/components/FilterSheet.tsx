import { Button, Drawer, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { IconPrinter } from '#web/ui/icons/IconPrinter.ts';
import { useExport } from '../model/export.ts';
import { FilterFields, type PassbookFiltersProps } from './FilterFields.tsx';
import classes from './FilterSheet.module.css';

type FilterSheetProps = PassbookFiltersProps & { opened: boolean; onClose: () => void };

/** All passbook filters but the search, and the export, in a sheet on phones. */
export default function FilterSheet(props: FilterSheetProps) {
  const { filters, onChange, onClear, printing, opened, onClose } = props;
  const { t } = useTranslation();
  const csv = useExport();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      radius="lg"
      title={t('Filters')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      classNames={{ content: classes.sheet, title: classes.title }}
    >
      <Stack gap="md">
        <FilterFields filters={filters} onChange={onChange} />
        <ButtonRow>
          <Button
            variant="light"
            leftSection={<IconDownload size={16} />}
            loading={csv.isPending}
            onClick={() => csv.run(filters)}
          >
            {t('Export')}
          </Button>
          <Button
            variant="light"
            leftSection={<IconPrinter size={16} />}
            loading={printing.isPending}
            onClick={printing.print}
          >
            {t('Print or save as PDF')}
          </Button>
        </ButtonRow>
        <ButtonRow>
          <Button variant="default" disabled={!isFiltered(filters)} onClick={onClear}>
            {t('Clear', { context: 'filters' })}
          </Button>
          <Button onClick={onClose}>{t('Show transactions')}</Button>
        </ButtonRow>
      </Stack>
    </Drawer>
  );
}
