import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton, RowLine } from '#web/ui/table/RowControls.tsx';
import { useMatchReasons } from '../hooks/use-match-reasons.ts';
import { gradeLabels } from '../model/labels.ts';
import { PROPOSED_GRADES, type ProposedGrade } from '../model/tabs.ts';
import { useProposed, useReconciliationSummary, useUndoApprovals } from '../queries.ts';
import { AcceptAllDialog } from './AcceptAllDialog.tsx';
import { AutomaticNotice } from './AutomaticNotice.tsx';
import { LineRow } from './LineRow.tsx';
import { MatchDialog } from './MatchDialog.tsx';
import { MatchState } from './MatchState.tsx';
import classes from './Reconciliation.module.css';
import { RequestFacts } from './RequestFacts.tsx';

type OnView = (match: StatementMatch) => void;
type RowProps = { match: StatementMatch };
type MatchListProps = { grade: ProposedGrade; onGrade: (grade: ProposedGrade) => void };

/** Proposed matches of a grade. The certain ones can be approved together. */
export function MatchList({ grade, onGrade }: MatchListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useProposed(grade);
  const viewed = useDialogTarget<StatementMatch>();
  const labels = gradeLabels(t);
  const columns = useColumns(viewed.open);
  return (
    <>
      <div className={classes.scopes}>
        <SegmentedControl<ProposedGrade>
          aria-label={t('How certain')}
          data={PROPOSED_GRADES.map((value) => ({ value, label: labels[value] }))}
          value={grade}
          onChange={onGrade}
        />
        {grade === 'certain' && <AcceptAll />}
      </div>
      {grade === 'certain' && <AutomaticNotice />}
      <PagedTable
        tableFrom={MANY_COLUMNS}
        query={list}
        failed={errorText(list.error, t('Failed to load the matches'))}
        caption={labels[grade]}
        columns={columns}
        rowKey={({ id }) => id}
        card={(match) => <MatchCard match={match} onView={viewed.open} />}
        empty={
          <EmptyState
            picture="inbox"
            title={t('No matches')}
            description={t('They appear when a statement was imported or a deposit was made.')}
          />
        }
      />
      <MatchDialog viewed={viewed} />
    </>
  );
}

function AcceptAll() {
  const { t } = useTranslation();
  const summary = useReconciliationSummary();
  const [isAsking, asking] = useDisclosure(false);
  const certain = summary.data?.certain;
  return (
    <IfCan permission="reconciliation:match">
      {certain !== undefined && certain.count > 0 && (
        <Group gap="sm" wrap="nowrap">
          <Text className={classes.sum}>
            {t('{{count}} matches, {{total}}', {
              count: certain.count,
              total: formatRupees(certain.paise),
            })}
          </Text>
          <Button color={ACTION_COLORS.approve} onClick={asking.open} flex="none" maw="60%">
            {t('Approve all')}
          </Button>
        </Group>
      )}
      <AcceptAllDialog opened={isAsking} onClose={asking.close} />
    </IfCan>
  );
}

function useColumns(onView: OnView): Column<StatementMatch>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'amount',
      header: t('Amount'),
      align: 'right',
      width: '1%',
      cell: ({ paise }) => <Amount paise={paise} fw={600} size="sm" />,
    },
    {
      key: 'line',
      header: t('Bank statement'),
      isWide: true,
      cell: ({ line }) => <LineRow line={line} />,
    },
    {
      key: 'request',
      header: t('Request'),
      isWide: true,
      cell: (match) => <Request match={match} />,
    },
    { key: 'reason', header: t('Reason'), cell: (match) => <MatchState match={match} /> },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (match) => <Review match={match} onView={onView} />,
    },
  ];
}

function Request({ match: { request } }: RowProps) {
  return request && <RequestFacts request={request} />;
}

function Review({ match, onView }: RowProps & { onView: OnView }) {
  const { t } = useTranslation();
  const undo = useUndoApprovals();
  const { request, isWaiting, waiting } = match;
  const subject = { amount: formatRupees(match.paise), user: request?.userName ?? '' };
  const action = isWaiting ? t('Undo', { context: 'decision' }) : t('Approve');
  // Only who approved can undo it.
  if (isWaiting && !waiting?.isOwn) return null;
  return (
    <IfCan permission="reconciliation:match">
      <RowButton
        {...(!isWaiting && { tone: ACTION_COLORS.approve })}
        aria-disabled={undo.isPending || undefined}
        aria-label={t('{{action}}: {{amount}}, {{user}}', { action, ...subject })}
        onClick={() => (isWaiting && request ? undo.mutate({ ids: [request.id] }) : onView(match))}
      >
        {action}
      </RowButton>
    </IfCan>
  );
}

/** Without the grade, which the whole list has. */
function MatchCard({ match, onView }: RowProps & { onView: OnView }) {
  const reasons = useMatchReasons(match);
  return (
    <Stack gap="3xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Request match={match} />
        <Amount paise={match.paise} fw={700} />
      </Group>
      <div className={classes.beside}>
        <div className={classes.facts}>
          <LineRow line={match.line} />
          {reasons.map((reason) => (
            <RowLine key={reason} isSmall width="100%">
              {reason}
            </RowLine>
          ))}
        </div>
        <Review match={match} onView={onView} />
      </div>
    </Stack>
  );
}
