import { Code, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditRow } from '#contract/audit/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import { useCategoryLabels } from '../../support-messages/hooks/use-category-labels.ts';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { type Change, changesBetween } from '../model/changes.ts';
import { actionLabel, entityLabel, fieldLabel, placeLabel } from '../model/labels.ts';
import { valueInWords, type Wording } from '../model/values.ts';
import classes from './Audit.module.css';

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
          <Changes changes={changesBetween(row.before, row.after)} />
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

function Changes({ changes }: { changes: Change[] }) {
  const { t } = useTranslation();
  const wording = useWording();
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('No changes were recorded.')}
      </Text>
    );
  }
  return (
    <Table className={classes.changes} withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Field')}</Table.Th>
          <Table.Th scope="col">{t('Before')}</Table.Th>
          <Table.Th scope="col">{t('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldLabel(t, field)}</Table.Th>
            <ValueCell label={t('Before')} text={valueInWords(wording, field, before)} />
            <ValueCell label={t('After')} text={valueInWords(wording, field, after)} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** On a phone the label is shown in the cell: three columns have no room for an amount. */
function ValueCell({ label, text }: { label: string; text: string | undefined }) {
  return (
    <Table.Td data-label={label} c={text === undefined ? 'dimmed' : undefined}>
      {text ?? '—'}
    </Table.Td>
  );
}

function useWording(): Wording {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  return { t, dateTime, number, statuses: useStateWords(), categories: useCategoryLabels() };
}
