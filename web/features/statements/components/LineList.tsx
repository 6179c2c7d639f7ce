import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementLineView } from '#contract/statements/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { lineAddress, type StatementSearch } from '../model/search.ts';
import { useLines } from '../queries.ts';
import { LineDialog } from './LineDialog.tsx';
import { LineFilters } from './LineFilters.tsx';
import { Money } from './Money.tsx';
import classes from './Statements.module.css';

type RowProps = { row: StatementLineView };
type OnView = (row: StatementLineView) => void;

const address = {
  read: lineAddress.read,
  write: (filters: ReturnType<typeof lineAddress.read>): StatementSearch => ({
    tab: 'lines',
    ...lineAddress.write(filters),
  }),
};

/** Lines of all statements, newest first, with filters. */
export function LineList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { filters, change, clear } = useAddressFilters(address);
  const isFiltered = Object.keys(lineAddress.write(filters)).length > 0;
  const lines = useLines(filters);
  const viewed = useDialogTarget<StatementLineView>();
  return (
    <>
      <LineFilters filters={filters} isFiltered={isFiltered} onChange={change} onClear={clear} />
      <PagedTable
        tableFrom={MANY_COLUMNS}
        query={lines}
        failed={errorText(lines.error, t('Failed to load lines'))}
        outdated={t('Failed to load lines')}
        caption={t('Lines of bank statements')}
        columns={useColumns(viewed.open)}
        rowKey={({ id }) => id}
        card={(row) => <LineCard row={row} onView={viewed.open} />}
        empty={
          <EmptyState
            picture={isFiltered ? 'search' : 'records'}
            title={isFiltered ? t('No lines found') : t('There are no lines yet')}
            description={
              isFiltered
                ? t('Try other filters.')
                : t('The payments of imported statements appear here.')
            }
          />
        }
      />
      {viewed.target && (
        <LineDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
      )}
    </>
  );
}

function useColumns(onView: OnView): Column<StatementLineView>[] {
  const { t } = useTranslation();
  return [
    { key: 'day', header: t('Date'), cell: (row) => <Day row={row} /> },
    { key: 'account', header: t('Account'), cell: (row) => <Account row={row} /> },
    { key: 'text', header: t('Text of the bank'), cell: (row) => <Narration row={row} /> },
    { key: 'utr', header: 'UTR', cell: (row) => <Utr row={row} /> },
    { key: 'amount', header: t('Amount'), align: 'right', cell: (row) => <Money row={row} /> },
    { key: 'balance', header: t('Balance'), align: 'right', cell: (row) => <Balance row={row} /> },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (row) => <ViewButton row={row} onView={onView} size="compact-sm" />,
    },
  ];
}

function Day({ row }: RowProps) {
  const { date } = useFormat();
  return (
    <Text size="sm" miw="max-content">
      {date(dayToDate(row.bookedOn))}
    </Text>
  );
}

function Account({ row }: RowProps) {
  return (
    <Text size="sm" maw={140} lineClamp={2}>
      {row.accountName}
    </Text>
  );
}

function Narration({ row }: RowProps) {
  return (
    <Text size="sm" maw={320} lineClamp={2} className={classes.text}>
      {row.narration || row.reference || '—'}
    </Text>
  );
}

function Utr({ row }: RowProps) {
  return (
    <Text size="sm" className={classes.text}>
      {row.utr ?? '—'}
    </Text>
  );
}

function Balance({ row }: RowProps) {
  return row.balancePaise === null ? '—' : <Amount paise={row.balancePaise} />;
}

function ViewButton({
  row,
  onView,
  size,
}: RowProps & { onView: OnView; size: 'compact-sm' | 'sm' }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size={size}
      aria-label={t('Details of {{name}}', { name: row.utr ?? row.narration.slice(0, 40) })}
      onClick={() => onView(row)}
    >
      {t('Details')}
    </Button>
  );
}

function LineCard({ row, onView }: RowProps & { onView: OnView }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Day row={row} />
        <Money row={row} />
      </Group>
      <Narration row={row} />
      {row.utr !== null && (
        <Text size="sm" c="dimmed">
          {`UTR ${row.utr}`}
        </Text>
      )}
      <Account row={row} />
      <ViewButton row={row} onView={onView} size="sm" />
    </Stack>
  );
}
