import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementImport } from '#contract/statements/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton } from '#web/ui/table/RowControls.tsx';
import { useDaySpanText } from '../hooks/use-day-span-text.ts';
import { shortHash } from '../model/labels.ts';
import { useImports } from '../queries.ts';
import { ImportDialog } from './ImportDialog.tsx';

type RowProps = { row: StatementImport };
type OnView = (row: StatementImport) => void;

/** Imported statements, newest first. `action` is shown if there is none. */
export function ImportList({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const imports = useImports();
  const viewed = useDialogTarget<StatementImport>();
  const rows = imports.data?.pages.flatMap((page) => page.rows) ?? [];
  // The row may have changed since the dialog was opened.
  const current = rows.find(({ id }) => id === viewed.target?.id) ?? viewed.target;
  return (
    <>
      <PagedTable
        tableFrom={MANY_COLUMNS}
        query={imports}
        failed={errorText(imports.error, t('Failed to load imports'))}
        outdated={t('Failed to load imports')}
        caption={t('Imported statements')}
        columns={useColumns(viewed.open)}
        rowKey={({ id }) => id}
        card={(row) => <ImportCard row={row} onView={viewed.open} />}
        empty={
          <EmptyState
            picture="records"
            title={t('No statements have been imported yet')}
            description={t(
              'Export a statement in the net banking of your bank, and import it here.',
            )}
            action={action}
          />
        }
      />
      {current && <ImportDialog row={current} opened={viewed.isOpen} onClose={viewed.close} />}
    </>
  );
}

function useColumns(onView: OnView): Column<StatementImport>[] {
  const { t } = useTranslation();
  return [
    { key: 'when', header: t('Date'), cell: (row) => <When row={row} /> },
    {
      key: 'account',
      header: t('Account'),
      cell: ({ accountName }) => <Name text={accountName} />,
    },
    { key: 'file', header: t('File'), cell: (row) => <File row={row} /> },
    { key: 'days', header: t('Days of the statement'), cell: (row) => <Days row={row} /> },
    { key: 'lines', header: t('Lines'), cell: (row) => <Lines row={row} /> },
    { key: 'problems', header: t('To check'), cell: (row) => <Problems row={row} /> },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (row) => <ViewButton row={row} onView={onView} />,
    },
  ];
}

function Name({ text }: { text: string }) {
  return (
    <Text size="sm" maw={180} lineClamp={2}>
      {text}
    </Text>
  );
}

function When({ row }: RowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Stack gap={0}>
      <Text size="sm" miw="max-content">
        {dateTime(row.createdAt)}
      </Text>
      <Text size="xs" c="dimmed" maw={160} truncate>
        {row.importedBy ?? t('Deleted user')}
      </Text>
    </Stack>
  );
}

function File({ row }: RowProps) {
  return (
    <Stack gap={0}>
      <Text size="sm" maw={220} truncate title={row.fileName}>
        {row.fileName}
      </Text>
      <Text size="xs" c="dimmed" title={row.sha256}>
        {`SHA-256 ${shortHash(row.sha256)}`}
      </Text>
    </Stack>
  );
}

function Days({ row }: RowProps) {
  const text = useDaySpanText();
  return <Text size="sm">{text(row)}</Text>;
}

function Lines({ row }: RowProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Stack gap="2xs" align="flex-start">
      <Text size="sm">
        {t('{{new}} new, {{known}} known', {
          new: number(row.newLines),
          known: number(row.knownLines),
        })}
      </Text>
      {row.undoneAt && <StateBadge state="cancelled" word={t('Undone')} />}
    </Stack>
  );
}

/** Skipped rows and gaps of a file, or a dash. */
export function Problems({ row }: { row: Pick<StatementImport, 'skippedRows' | 'gapCount'> }) {
  const { t } = useTranslation();
  const { skippedRows, gapCount } = row;
  if (skippedRows + gapCount === 0) return '—';
  return (
    <Stack gap="2xs" align="flex-start">
      {skippedRows > 0 && (
        <StateBadge state="warning" word={t('{{count}} rows skipped', { count: skippedRows })} />
      )}
      {gapCount > 0 && (
        <StateBadge
          state="warning"
          word={t('{{count}} gaps in the balance', { count: gapCount })}
        />
      )}
    </Stack>
  );
}

function ViewButton({ row, onView }: RowProps & { onView: OnView }) {
  const { t } = useTranslation();
  return (
    <RowButton
      aria-label={t('Details of {{name}}', { name: row.fileName })}
      onClick={() => onView(row)}
    >
      {t('Details')}
    </RowButton>
  );
}

function ImportCard({ row, onView }: RowProps & { onView: OnView }) {
  return (
    <Stack gap="3xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Name text={row.accountName} />
        <When row={row} />
      </Group>
      <File row={row} />
      <Days row={row} />
      {row.skippedRows + row.gapCount > 0 && <Problems row={row} />}
      <Group justify="space-between" wrap="nowrap">
        <Lines row={row} />
        <ViewButton row={row} onView={onView} />
      </Group>
    </Stack>
  );
}
