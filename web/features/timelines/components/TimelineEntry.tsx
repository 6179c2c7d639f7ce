import { Anchor, Button, Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TimelineKind } from '#contract/timelines/rules.ts';
import type { TimelineRow } from '#contract/timelines/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { DayLabel } from '#web/ui/DayLabel.tsx';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import { IconChecks } from '#web/ui/icons/IconChecks.ts';
import { IconCoinRupee } from '#web/ui/icons/IconCoinRupee.ts';
import { IconHistory } from '#web/ui/icons/IconHistory.ts';
import { IconLogin2 } from '#web/ui/icons/IconLogin2.ts';
import { IconNote } from '#web/ui/icons/IconNote.ts';
import { IconPencil } from '#web/ui/icons/IconPencil.ts';
import { IconReceipt } from '#web/ui/icons/IconReceipt.ts';
import { Changes } from '../../audit/components/Changes.tsx';
import { useRecordLabels } from '../../audit/use-record-labels.ts';
import { useNotesText } from '../../transactions/hooks/use-reason-text.ts';
import classes from './Timeline.module.css';

type TimelineEntryProps = {
  row: TimelineRow;
  /** Whether the day is shown above the entry. */
  beginsDay: boolean;
  onDelete: (note: { id: string }) => void;
};

export function TimelineEntry({ row, beginsDay, onDelete }: TimelineEntryProps) {
  const { t } = useTranslation();
  const [isOpen, changes] = useDisclosure(false);
  const { actionText } = useRecordLabels();
  const { record } = row;
  const title = record ? actionText(record.action) : t('Logged in');
  return (
    <li>
      {beginsDay && (
        <div className={classes.day}>
          <DayLabel date={row.at} />
        </div>
      )}
      <Paper withBorder p="sm" className={classes.entry}>
        <EntryIcon kind={row.kind} />
        <Stack gap="2xs" miw={0}>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Content row={row} />
          <Circumstances row={row} />
        </Stack>
        <Group gap="xs" justify="flex-end">
          {row.note?.isOwn && record && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onDelete({ id: record.entityId })}
            >
              {t('Delete')}
            </Button>
          )}
          {record && (record.before !== null || record.after !== null) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('Changes: {{action}}', { action: title })}
              aria-expanded={isOpen}
              onClick={changes.toggle}
            >
              {t('Changes')}
            </Button>
          )}
        </Group>
        {isOpen && record && (
          <div className={classes.changes}>
            <Changes before={record.before} after={record.after} />
          </div>
        )}
      </Paper>
    </li>
  );
}

const ICONS: { [Kind in TimelineKind]: Icon } = {
  requests: IconReceipt,
  decisions: IconChecks,
  balance: IconCoinRupee,
  signIns: IconLogin2,
  changes: IconPencil,
  notes: IconNote,
};

function EntryIcon({ kind }: { kind: TimelineKind | null }) {
  const KindIcon = kind ? ICONS[kind] : IconHistory;
  return (
    <ThemeIcon variant="light" color="gray" radius="xl" size="lg" aria-hidden>
      <KindIcon size={18} />
    </ThemeIcon>
  );
}

/** Details of an entry: amount, note or browser. */
function Content({ row }: { row: TimelineRow }) {
  const { t } = useTranslation();
  const notesText = useNotesText();
  const { request, note, signIn, record } = row;
  if (request) {
    const { adminNotes, reason } = request;
    return (
      <>
        <Text size="sm" component="div">
          <Amount
            paise={request.amountPaise}
            direction={request.type === 'deposit' ? 'in' : 'out'}
          />{' '}
          <Anchor
            size="sm"
            className={classes.reference}
            renderRoot={(props) => (
              <Link
                {...props}
                to={paths.admin.transactions}
                search={{ search: request.referenceId }}
              />
            )}
          >
            {request.referenceId}
          </Anchor>
        </Text>
        {adminNotes && row.kind !== 'requests' && (
          <Text size="sm" c="dimmed" className={classes.note}>
            {notesText(adminNotes, reason)}
          </Text>
        )}
      </>
    );
  }
  if (note) {
    return (
      <Text size="sm" className={classes.note}>
        {note.text}
      </Text>
    );
  }
  if (record?.action === 'note.insert') {
    return (
      <Text size="sm" c="dimmed">
        {t('This note was deleted.')}
      </Text>
    );
  }
  return signIn?.userAgent ? (
    <Text size="xs" c="dimmed" className={classes.circumstances}>
      {signIn.userAgent}
    </Text>
  ) : null;
}

/** Time, actor and origin of an entry. */
function Circumstances({ row: { at, record, signIn } }: { row: TimelineRow }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const { placeText } = useRecordLabels();
  const nameless = record?.actorId ? t('Deleted user') : t('System');
  const who = record && (record.actorName ?? nameless);
  const from = placeText(record ? record.ip : (signIn?.ip ?? null));
  return (
    <Text size="xs" c="dimmed" className={classes.circumstances}>
      {[time(at), who, from].filter(Boolean).join(' · ')}
    </Text>
  );
}
