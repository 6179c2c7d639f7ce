import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { StatementImport } from '#contract/statements/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconArrowBackUp } from '#web/ui/icons/IconArrowBackUp.ts';
import { IconList } from '#web/ui/icons/IconList.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useDaySpanText } from '../hooks/use-day-span-text.ts';
import { formatLabel } from '../model/labels.ts';
import { useUndoImport } from '../queries.ts';
import { ProblemLists } from './ProblemLists.tsx';

type ImportDialogProps = { row: StatementImport; opened: boolean; onClose: () => void };

/** An import with its skipped rows and gaps. It can be undone. */
export function ImportDialog({ row, opened, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Imported statement')}>
      <Stack gap="md">
        <Facts row={row} />
        <ProblemLists {...row} />
        {row.undoneAt === null && (
          <Group gap="sm">
            {row.newLines > 0 && (
              <Button
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={paths.admin.statements}
                    search={{ tab: 'lines', file: row.id }}
                  />
                )}
                variant="default"
                leftSection={<IconList size={16} />}
                onClick={onClose}
              >
                {t('Show the lines')}
              </Button>
            )}
            <IfCan permission="statements:import">
              <UndoButton row={row} onUndone={onClose} />
            </IfCan>
          </Group>
        )}
      </Stack>
    </DetailsDialog>
  );
}

function Facts({ row }: { row: StatementImport }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const days = useDaySpanText();
  const deleted = t('Deleted user');
  return (
    <DetailsList
      details={[
        { label: t('File'), value: row.fileName },
        { label: t('Account'), value: row.accountName },
        { label: t('Who'), value: row.importedBy ?? deleted },
        { label: t('Date'), value: dateTime(row.createdAt) },
        { label: t('Days of the statement'), value: days(row) },
        { label: t('New lines'), value: number(row.newLines) },
        { label: t('Known lines'), value: number(row.knownLines) },
        { label: t('Format'), value: formatLabel(t, row.format) },
        { label: 'SHA-256', value: row.sha256, copy: { kind: 'id', value: row.sha256 } },
        ...(row.undoneAt
          ? [
              {
                label: t('Status'),
                value: <StateBadge state="cancelled" word={t('Undone')} />,
              },
              {
                label: t('Undone by'),
                value: `${row.undoneBy ?? deleted}, ${dateTime(row.undoneAt)}`,
              },
            ]
          : []),
      ]}
    />
  );
}

function UndoButton({ row, onUndone }: { row: StatementImport; onUndone: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const question = useDialogTarget<true>();
  const undo = useUndoImport(() => {
    question.close();
    onUndone();
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => {
          undo.reset();
          question.open(true);
        }}
      >
        {t('Undo import')}
      </Button>
      <ConfirmDialog
        opened={question.isOpen}
        onClose={question.close}
        title={t('Undo import')}
        message={t(
          '{{count}} lines of this statement are removed. The file can be imported again.',
          {
            count: row.newLines,
          },
        )}
        confirmLabel={t('Undo import')}
        pendingLabel={t('Removing the lines...')}
        pending={undo.isPending}
        error={undo.error && errorText(undo.error, t('The import could not be undone'))}
        onConfirm={() => undo.mutate({ id: row.id })}
        danger
      />
    </>
  );
}
