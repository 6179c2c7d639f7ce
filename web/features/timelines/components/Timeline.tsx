import { Paper, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import { TIMELINE_KINDS, type TimelineKind } from '#contract/timelines/rules.ts';
import type { TimelineRow } from '#contract/timelines/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { dayNumber } from '#web/lib/i18n/time.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { PagedList } from '#web/ui/table/PagedTable.tsx';
import { useRemoveNote, useTimeline } from '../queries.ts';
import { NoteForm } from './NoteForm.tsx';
import classes from './Timeline.module.css';
import { TimelineEntry } from './TimelineEntry.tsx';

const SKELETON_ROWS = 6;

type Kind = TimelineKind | 'all';
type TimelineProps = { userId: UserId; kind: Kind; onKind: (kind: Kind) => void };

/** A user's history for administrators, newest first. */
export function Timeline({ userId, kind, onKind }: TimelineProps) {
  const { t } = useTranslation();
  const kinds = useKindLabels();
  return (
    <Stack gap="md" component="section" aria-labelledby="timeline">
      <Title order={2} size="h4" id="timeline">
        {t('Timeline')}
      </Title>
      <div className={classes.filter}>
        <ChoiceField
          label={t('Show')}
          choices={(['all', ...TIMELINE_KINDS] as const).map((value) => ({
            value,
            label: kinds[value],
          }))}
          value={kind}
          onChange={onKind}
        />
      </div>
      <Entries userId={userId} kind={kind} labelledBy="timeline" />
    </Stack>
  );
}

/** Notes of administrators about a user, newest first. The user does not see them. */
export function Notes({ userId }: { userId: UserId }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" component="section" aria-labelledby="notes">
      <Title order={2} size="h4" id="notes">
        {t('Notes')}
      </Title>
      <IfCan permission="notes:write">
        <Paper withBorder p="md">
          <NoteForm userId={userId} />
        </Paper>
      </IfCan>
      <Entries userId={userId} kind="notes" labelledBy="notes" />
    </Stack>
  );
}

/** `labelledBy`: the id of the heading that names the list. */
type EntriesProps = { userId: UserId; kind: Kind; labelledBy: string };

function Entries({ userId, kind, labelledBy }: EntriesProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const timeline = useTimeline(userId, kind);
  const deletion = useDialogTarget<{ id: string }>();
  const remove = useRemoveNote();
  return (
    <>
      <PagedList
        query={timeline}
        failed={errorText(timeline.error, t('Failed to load the timeline'))}
      >
        {(rows) => {
          if (timeline.isPending) return <ListSkeleton rows={SKELETON_ROWS} />;
          if (rows.length === 0) return <NothingHappened />;
          return (
            <ul className={classes.entries} aria-labelledby={labelledBy}>
              {rows.map((row, at) => (
                <TimelineEntry
                  key={row.id}
                  row={row}
                  beginsDay={isNewDay(rows[at - 1], row)}
                  onDelete={deletion.open}
                />
              ))}
            </ul>
          );
        }}
      </PagedList>
      <ConfirmDialog
        opened={deletion.isOpen}
        onClose={deletion.close}
        title={t('Delete note')}
        message={t('Other administrators will no longer see this note.')}
        confirmLabel={t('Delete')}
        pendingLabel={t('Deleting...')}
        pending={remove.isPending}
        onConfirm={() => {
          const { target } = deletion;
          if (target) remove.mutate({ userId, id: target.id }, { onSettled: deletion.close });
        }}
        danger
      />
    </>
  );
}

function isNewDay(newer: TimelineRow | undefined, row: TimelineRow): boolean {
  return newer === undefined || dayNumber(newer.at) !== dayNumber(row.at);
}

function NothingHappened() {
  const { t } = useTranslation();
  return <EmptyState picture="records" title={t('Nothing to show')} />;
}

function useKindLabels(): Record<Kind, string> {
  const { t } = useTranslation();
  return {
    all: t('All'),
    requests: t('Requests'),
    decisions: t('Decisions'),
    balance: t('Balance adjustments'),
    signIns: t('Logins'),
    changes: t('Changes'),
    notes: t('Notes'),
  };
}
