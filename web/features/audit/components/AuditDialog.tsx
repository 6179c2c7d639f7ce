import { Code, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/audit/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { actionLabel, entityLabel, placeLabel } from '../model/labels.ts';
import { Changes } from './Changes.tsx';

type AuditDialogProps = {
  row: Omit<AuditRow, 'subjectId' | 'subjectName'> | undefined;
  opened: boolean;
  onClose: () => void;
};

export function AuditDialog({ row, opened, onClose }: AuditDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Audit record')}>
      {row && (
        <Stack gap="md">
          <DetailsList
            details={[
              { label: t('Action'), value: <Action action={row.action} /> },
              {
                label: t('Who'),
                value: row.actorName ?? (row.actorId ? t('Deleted user') : t('System')),
              },
              { label: t('Date'), value: dateTime(row.createdAt) },
              { label: t('IP address'), value: placeLabel(t, row.ip) ?? t('None') },
              {
                label: entityLabel(t, row.entity),
                value: row.entityId,
                copy: { kind: 'id', value: row.entityId },
              },
            ]}
          />
          <Changes before={row.before} after={row.after} />
        </Stack>
      )}
    </DetailsDialog>
  );
}

/** Description of an action, and its code for searching. */
function Action({ action }: { action: string }) {
  const { t } = useTranslation();
  return (
    <>
      {actionLabel(t, action)}
      <br />
      <Code c="dimmed">{action}</Code>
    </>
  );
}
