import { Paper, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import { TIMELINE_KINDS, type TimelineKind } from '#contract/timelines/rules.ts';
import type { TimelineRow } from '#contract/timelines/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { dayNumber } from '#web/lib/i18n/time.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { PagedList } from '#web/ui/table/PagedTable.tsx';
import { AuditDialog } from '../../audit/components/AuditDialog.tsx';
import { timelineAddress } from '../model.ts';
import { useRemoveNote, useTimeline } from '../queries.ts';
import { NoteForm } from './NoteForm.tsx';
import classes from './Timeline.module.css';
import { TimelineEntry } from './TimelineEntry.tsx';

const SKELETON_ROWS = 6;

/** A user's history for administrators, newest first, with notes about the user. */
export function Timeline({ userId }: { userId: UserId }) {
  const { t } = useTranslation();
  const { filters, change } = useAddressFilters(timelineAddress);
  const kinds = useKindLabels();
  return (
    <Stack gap="md" mt="lg" component="section" aria-labelledby="timeline">
      <Title order={2} size="h4" id="timeline">
        {t('Timeline')}
      </Title>
      <Paper withBorder p="md" className={classes.tools}>
        <ChoiceField
          label={t('Show')}
          choices={(['all', ...TIMELINE_KINDS] as const).map((value) => ({
            value,
            label: kinds[value],
          }))}
          value={filters.kind}
          onChange={(kind) => change({ kind })}
        />
        <IfCan permission="notes:write">
          <NoteForm userId={userId} />
        </IfCan>
      </Paper>
      <Entries userId={userId} kind={filters.kind} />
    </Stack>
  );
}

type EntriesProps = { userId: UserId; kind: TimelineKind | 'all' };

function Entries({ userId, kind }: EntriesProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const timeline = useTimeline(userId, kind);
  const viewed = useDialogTarget<NonNullable<TimelineRow['record']>>();
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
            <ul className={classes.entries} aria-labelledby="timeline">
              {rows.map((row, at) => (
                <TimelineEntry
                  key={row.id}
                  row={row}
                  beginsDay={isNewDay(rows[at - 1], row)}
                  onView={viewed.open}
                  onDelete={deletion.open}
                />
              ))}
            </ul>
          );
        }}
      </PagedList>
      <AuditDialog row={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
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

function useKindLabels(): Record<TimelineKind | 'all', string> {
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
