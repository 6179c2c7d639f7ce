import { ActionIcon, Button, Chip, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconDownload,
  IconFilterOff,
  IconPrinter,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TransactionFilters as Filters } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import { useExport } from '../model/export.ts';
import { FilterFields, type PassbookFiltersProps } from './FilterFields.tsx';
import classes from './PassbookFilterStrip.module.css';

/** Passbook filters on phones: search, common filters as chips, and the others in a sheet. */
export function PassbookFilterStrip(props: PassbookFiltersProps) {
  const { filters, onChange, onClear, printing } = props;
  const { t } = useTranslation();
  const csv = useExport();
  const [opened, sheet] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <SearchField
        placeholder={t('Search by reference or ID...')}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <div className={classes.chips}>
        <SheetButton filters={filters} onClick={sheet.open} />
        <QuickChips filters={filters} onChange={onChange} />
        <ActionIcon
          variant="light"
          radius="xl"
          className={classes.export}
          aria-label={t('Export')}
          loading={csv.isPending}
          onClick={() => csv.run(filters)}
        >
          <IconDownload size={20} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          variant="light"
          radius="xl"
          className={classes.export}
          aria-label={t('Print')}
          loading={printing.isPending}
          onClick={printing.print}
        >
          <IconPrinter size={20} stroke={1.75} />
        </ActionIcon>
        {isFiltered(filters) && (
          <Button
            variant="subtle"
            radius="xl"
            className={classes.chip}
            leftSection={<IconFilterOff size={16} stroke={1.75} />}
            onClick={onClear}
          >
            {t('Clear', { context: 'filters' })}
          </Button>
        )}
      </div>
      <FilterSheet {...props} opened={opened} onClose={sheet.close} />
    </Stack>
  );
}

function SheetButton({ filters, onClick }: { filters: Filters; onClick: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { search: _, ...inSheet } = filters;
  const count = Object.values(inSheet).filter((value) => value && value !== 'all').length;
  return (
    <Button
      variant="default"
      radius="xl"
      className={classes.chip}
      aria-haspopup="dialog"
      leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
      onClick={onClick}
    >
      {count > 0 ? t('Filters ({{number}})', { number: number(count) }) : t('Filters')}
    </Button>
  );
}

function QuickChips({ filters, onChange }: Pick<PassbookFiltersProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  const statusLabels = useStateWords();
  const types = [
    { type: 'deposit', label: t('Deposit') },
    { type: 'withdrawal', label: t('Withdrawal') },
  ] as const;
  const look = { variant: 'light', size: 'sm', classNames: { label: classes.chip } } as const;
  return (
    <>
      <Chip
        {...look}
        checked={filters.status === 'pending'}
        onChange={(isOn) => onChange({ status: isOn ? 'pending' : 'all' })}
      >
        {statusLabels.pending}
      </Chip>
      {types.map(({ type, label }) => (
        <Chip
          key={type}
          {...look}
          checked={filters.type === type}
          onChange={(isOn) => onChange({ type: isOn ? type : 'all' })}
        >
          {label}
        </Chip>
      ))}
    </>
  );
}

type FilterSheetProps = PassbookFiltersProps & { opened: boolean; onClose: () => void };

function FilterSheet({ filters, onChange, onClear, opened, onClose }: FilterSheetProps) {
  const { t } = useTranslation();
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
        <Group gap="sm" className={classes.actions}>
          <Button variant="default" disabled={!isFiltered(filters)} onClick={onClear}>
            {t('Clear', { context: 'filters' })}
          </Button>
          <Button onClick={onClose}>{t('Show transactions')}</Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
