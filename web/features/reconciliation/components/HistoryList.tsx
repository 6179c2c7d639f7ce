import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { NAME_WIDTH, RowLine, RowState } from '#web/ui/table/RowControls.tsx';
import { useAccepted, useUndoDeposit, useUndoMatch } from '../queries.ts';
import { LineRow } from './LineRow.tsx';
import { MatchState } from './MatchState.tsx';
import classes from './Reconciliation.module.css';
import { RequestFacts } from './RequestFacts.tsx';

type RowProps = { match: StatementMatch };

/** Accepted matches and lines that are not for us. Each can be undone. */
export function HistoryList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useAccepted();
  const columns = useColumns();
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={list}
      failed={errorText(list.error, t('Failed to load the matches'))}
      caption={t('History')}
      columns={columns}
      rowKey={({ id }) => id}
      card={(match) => (
        <Stack gap="3xs">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Outcome match={match} />
            <Amount paise={match.paise} fw={700} />
          </Group>
          <LineRow line={match.line} />
          <Group justify="space-between" wrap="nowrap">
            <Done match={match} />
            <Undo match={match} />
          </Group>
        </Stack>
      )}
      empty={
        <EmptyState
          picture="records"
          title={t('No history yet')}
          description={t('Accepted matches will appear here, where they can be undone.')}
        />
      }
    />
  );
}

function useColumns(): Column<StatementMatch>[] {
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
      key: 'outcome',
      header: t('Result'),
      isWide: true,
      cell: (match) => <Outcome match={match} />,
    },
    {
      key: 'reason',
      header: t('Reason'),
      cell: (match) => match.kind === 'deposit' && <MatchState match={match} />,
    },
    { key: 'done', header: t('Date'), cell: (match) => <Done match={match} /> },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (match) => <Undo match={match} />,
    },
  ];
}

/** The matched request, or why the money is not for us. */
function Outcome({ match }: RowProps) {
  const { t } = useTranslation();
  if (match.kind === 'deposit') {
    return match.request && <RequestFacts request={match.request} usual="approved" />;
  }
  return (
    <div className={classes.facts}>
      <RowState state="inactive" word={t('Not for us')} />
      <RowLine isSmall width="100%">
        {match.note ?? ''}
      </RowLine>
    </div>
  );
}

function Done({ match }: RowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <div className={classes.facts}>
      <RowLine width={NAME_WIDTH}>{match.acceptedBy ?? t('System')}</RowLine>
      <RowLine isSmall>{dateTime(match.acceptedAt ?? match.createdAt)}</RowLine>
    </div>
  );
}

function kindOf({ kind, request }: StatementMatch) {
  if (kind === 'not_ours') return 'notOurs';
  return request?.kind === 'adjustment' ? 'credit' : 'approved';
}

function Undo({ match }: RowProps) {
  const { t } = useTranslation();
  const [isAsking, asking] = useDisclosure(false);
  const undoMatch = useUndoMatch();
  const undoDeposit = useUndoDeposit();
  const kind = kindOf(match);
  const isCredit = kind === 'credit';
  const undo = isCredit ? undoDeposit : undoMatch;
  const texts = {
    credit: t('The amount is taken back from the user, and the money becomes unmatched.'),
    approved: t(
      'The money becomes unmatched and is compared with other deposits. The deposit stays approved and credited.',
    ),
    notOurs: t('The money becomes unmatched.'),
  };
  return (
    <IfCan permission={isCredit ? 'balances:adjust' : 'reconciliation:match'}>
      <Button
        size="compact-sm"
        h={30}
        variant="default"
        loading={undo.isPending}
        aria-label={t('{{action}}: {{amount}}', {
          action: t('Undo', { context: 'decision' }),
          amount: formatRupees(match.paise),
        })}
        onClick={asking.open}
      >
        {t('Undo', { context: 'decision' })}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title={isCredit ? t('Undo the deposit?') : t('Undo the match?')}
        message={texts[kind]}
        confirmLabel={t('Undo', { context: 'decision' })}
        onConfirm={() => {
          asking.close();
          undo.mutate({ id: match.id });
        }}
      />
    </IfCan>
  );
}
