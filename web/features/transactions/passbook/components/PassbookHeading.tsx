import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isFiltered } from '#web/lib/lists/transaction-filters.ts';
import { IconDownload } from '#web/ui/icons/IconDownload.ts';
import { IconFilterOff } from '#web/ui/icons/IconFilterOff.ts';
import { IconPrinter } from '#web/ui/icons/IconPrinter.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { useExport } from '../model/export.ts';
import type { PassbookFiltersProps } from './FilterFields.tsx';
import { MonthChips } from './MonthChips.tsx';
import classes from './PassbookHeading.module.css';

type PassbookHeadingProps = PassbookFiltersProps & {
  /** The number of transactions that match; undefined until known. */
  count: number | undefined;
  /** The time of outdated rows. */
  note: ReactNode;
};

/** Count, months and commands in one row above the passbook. */
export function PassbookHeading({ count, note, ...props }: PassbookHeadingProps) {
  const { t } = useTranslation();
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  return (
    <div className={classes.heading}>
      <Text className={classes.count} c="dimmed" role="status">
        {count !== undefined && t('Showing {{count}} transactions', { count })}
      </Text>
      {note}
      <MonthChips filters={props.filters} onChange={props.onChange} />
      {isWide ? <Commands {...props} /> : isFiltered(props.filters) && <LowClear {...props} />}
    </div>
  );
}

/** On phones, the sheet of filters has the other commands. */
function Commands(props: PassbookFiltersProps) {
  const { filters, printing } = props;
  const { t } = useTranslation();
  const csv = useExport();
  const printText = t('Print or save as PDF');
  return (
    <Group gap="xs" wrap="nowrap">
      <Clear {...props} />
      <Button
        variant="light"
        size="compact-md"
        leftSection={<IconDownload size={16} />}
        loading={csv.isPending}
        onClick={() => csv.run(filters)}
      >
        {t('Export')}
      </Button>
      <Tooltip label={printText}>
        <ActionIcon
          variant="light"
          aria-label={printText}
          loading={printing.isPending}
          onClick={printing.print}
        >
          <IconPrinter size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** On phones: without a word, which is long in some languages. */
function LowClear({ onClear }: Pick<PassbookFiltersProps, 'onClear'>) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="subtle"
      size="var(--wallet-touch)"
      className={classes.clear}
      aria-label={t('Clear', { context: 'filters' })}
      onClick={onClear}
    >
      <IconFilterOff size={18} />
    </ActionIcon>
  );
}

function Clear({ filters, onClear }: Pick<PassbookFiltersProps, 'filters' | 'onClear'>) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.clear}
      leftSection={<IconFilterOff size={16} />}
      disabled={!isFiltered(filters)}
      onClick={onClear}
    >
      {t('Clear', { context: 'filters' })}
    </Button>
  );
}
