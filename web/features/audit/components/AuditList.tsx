import { Group, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/audit/schema.ts';
import { shortIdSuffix } from '#contract/shared/text.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { NAME_WIDTH, RowButton, RowLine } from '#web/ui/table/RowControls.tsx';
import type { AuditFilters } from '../model/filters.ts';
import { actionLabel, entityLabel, placeLabel } from '../model/labels.ts';
import { useAuditLog } from '../queries.ts';
import classes from './Audit.module.css';

type OnView = (row: AuditRow) => void;
type RowProps = { row: AuditRow };

export function AuditList({ filters, onView }: { filters: AuditFilters; onView: OnView }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const log = useAuditLog(filters);
  const show = useCallbackRef(onView);
  const columns = useMemo(() => columnsOf(t, show), [t, show]);
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={log}
      failed={errorText(log.error, t('Failed to fetch the audit log'))}
      outdated={t('Failed to fetch the audit log')}
      caption={t('Audit log')}
      columns={columns}
      list="audit"
      rowKey={(row) => row.id}
      card={(row) => <AuditCard row={row} onView={onView} />}
      empty={
        <EmptyState
          picture="records"
          title={t('No records found')}
          description={t('What people and administrators do will appear here')}
        />
      }
    />
  );
}

function columnsOf(t: TFunction, onView: OnView): Column<AuditRow>[] {
  return [
    { key: 'when', header: t('Date'), cell: (row) => <When row={row} /> },
    { key: 'who', header: t('Who'), cell: (row) => <Actor row={row} /> },
    {
      key: 'action',
      header: t('Action'),
      cell: ({ action }) => <Text size="sm">{actionLabel(t, action)}</Text>,
    },
    { key: 'what', header: t('What'), cell: (row) => <Entity row={row} /> },
    {
      key: 'subject',
      header: t('Affected user'),
      cell: ({ subjectName }) => (
        <Text size="sm" maw={160} truncate c={subjectName ? undefined : 'dimmed'}>
          {subjectName ?? t('None')}
        </Text>
      ),
    },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (row) => <ChangesButton row={row} onView={onView} />,
    },
  ];
}

function When({ row }: RowProps) {
  const { dateTime } = useFormat();
  return (
    <Text size="sm" miw="max-content">
      {dateTime(row.createdAt)}
    </Text>
  );
}

/** The actor: a user, the server, or a deleted user. */
function Actor({ row }: RowProps) {
  const { t } = useTranslation();
  const nameless = row.actorId ? t('Deleted user') : t('System');
  const name = row.actorName ?? nameless;
  const place = row.ip && placeLabel(t, row.ip);
  return (
    <>
      <RowLine isStrong={row.actorName !== null} width={NAME_WIDTH}>
        {name}
      </RowLine>
      {place && (
        <RowLine isSmall title={place}>
          {place}
        </RowLine>
      )}
    </>
  );
}

function Entity({ row }: RowProps) {
  const { t } = useTranslation();
  return (
    <Text size="sm" title={row.entityId}>
      {entityLabel(t, row.entity)}{' '}
      <Text span size="xs" c="dimmed">
        {shortIdSuffix(row.entityId)}
      </Text>
    </Text>
  );
}

function ChangesButton({ row, onView }: RowProps & { onView: OnView }) {
  const { t } = useTranslation();
  return (
    <RowButton
      aria-label={t('Changes: {{action}}', { action: actionLabel(t, row.action) })}
      onClick={() => onView(row)}
    >
      {t('Changes')}
    </RowButton>
  );
}

function AuditCard({ row, onView }: RowProps & { onView: OnView }) {
  const { t } = useTranslation();
  return (
    <Stack gap="3xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Group gap="2xs" align="baseline" className={classes.texts}>
          <Actor row={row} />
        </Group>
        <When row={row} />
      </Group>
      <Group justify="space-between" align="flex-end" wrap="nowrap" gap="xs">
        <div className={classes.texts}>
          <Text size="sm">{actionLabel(t, row.action)}</Text>
          <Group gap="2xs" align="baseline">
            <Entity row={row} />
            {row.subjectName && row.subjectName !== row.actorName && (
              <RowLine isSmall>{row.subjectName}</RowLine>
            )}
          </Group>
        </div>
        <ChangesButton row={row} onView={onView} />
      </Group>
    </Stack>
  );
}
