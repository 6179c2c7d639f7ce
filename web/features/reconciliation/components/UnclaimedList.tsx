import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnclaimedLine } from '#contract/reconciliation/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton, RowLine } from '#web/ui/table/RowControls.tsx';
import { RowMenu } from '#web/ui/table/RowMenu.tsx';
import { findingTexts } from '../model/labels.ts';
import { useUnclaimed } from '../queries.ts';
import { CreateDepositDialog } from './CreateDepositDialog.tsx';
import { HandMatchDialog } from './HandMatchDialog.tsx';
import { LineRow } from './LineRow.tsx';
import { NotOursDialog, useNotOurs } from './NotOursDialog.tsx';
import classes from './Reconciliation.module.css';
import { RequestFacts, RequestLine } from './RequestFacts.tsx';

type RowProps = { row: UnclaimedLine };
type Acts = Record<'match' | 'create' | 'notOurs', (row: UnclaimedLine) => void>;

/** Received money without a request, and what can be done with it. */
export function UnclaimedList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useUnclaimed();
  const matched = useDialogTarget<UnclaimedLine>();
  const created = useDialogTarget<UnclaimedLine>();
  const notOurs = useNotOurs();
  const acts: Acts = { match: matched.open, create: created.open, notOurs: notOurs.open };
  const columns = useColumns(acts);
  return (
    <>
      <PagedTable
        tableFrom={MANY_COLUMNS}
        query={list}
        failed={errorText(list.error, t('Failed to load the statement lines'))}
        caption={t('Money without a request')}
        columns={columns}
        rowKey={({ id }) => id}
        card={(row) => <UnclaimedCard row={row} acts={acts} />}
        empty={
          <EmptyState
            picture="records"
            title={t('All received money is matched')}
            description={t('Payments on bank statements without a deposit request appear here.')}
          />
        }
      />
      <HandMatchDialog matched={matched} />
      <CreateDepositDialog created={created} />
      <NotOursDialog state={notOurs} />
    </>
  );
}

function useColumns(acts: Acts): Column<UnclaimedLine>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'amount',
      header: t('Amount'),
      align: 'right',
      width: '1%',
      cell: (row) => <Money row={row} />,
    },
    {
      key: 'line',
      header: t('Bank statement'),
      isWide: true,
      width: '26%',
      cell: (line) => <LineRow line={line} />,
    },
    {
      key: 'finding',
      header: t('Next step'),
      isWide: true,
      width: '36%',
      cell: (row) => <Finding row={row} />,
    },
    {
      key: 'request',
      header: t('Request'),
      isWide: true,
      width: '26%',
      cell: (row) => <Requests row={row} />,
    },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      isOneLine: true,
      cell: (row) => <Actions row={row} acts={acts} />,
    },
  ];
}

/** The amount that is not matched; below it the whole amount, if a part of it is. */
function Money({ row: { unclaimedPaise, paise } }: RowProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={0} align="flex-end">
      <Amount paise={unclaimedPaise} fw={600} size="sm" />
      {unclaimedPaise !== paise && (
        <Text size="xs" c="dimmed">
          {t('of {{amount}}', { amount: formatRupees(paise) })}
        </Text>
      )}
    </Stack>
  );
}

function Finding({ row }: RowProps) {
  const { t } = useTranslation();
  const { what, next } = findingTexts(t, row.finding);
  return (
    <div className={classes.facts}>
      <RowLine isStrong width="100%">
        {what}
      </RowLine>
      <RowLine isSmall width="100%">
        {next}
      </RowLine>
    </div>
  );
}

/** Requests that the line may belong to. The dialog shows those after the second. */
function Requests({ row: { requests } }: RowProps) {
  const [first, second] = requests;
  if (!first) return null;
  if (!second) return <RequestFacts request={first} withAmount />;
  return [first, second].map((request) => <RequestLine key={request.id} request={request} />);
}

function Actions({ row, acts }: RowProps & { acts: Acts }) {
  const { t } = useTranslation();
  const mayCreate = useCan('balances:adjust');
  const name = (action: string) =>
    t('{{action}}: {{amount}}', { action, amount: formatRupees(row.unclaimedPaise) });
  const create = {
    text: t('Create a deposit'),
    label: t('Create a deposit'),
    onChoose: () => acts.create(row),
  };
  const actions = [
    ...(mayCreate ? [create] : []),
    {
      text: t('Not for us'),
      // Without a menu around it, the button names its row.
      label: mayCreate ? t('Not for us') : name(t('Not for us')),
      onChoose: () => acts.notOurs(row),
    },
  ];
  return (
    <IfCan permission="reconciliation:match">
      <div className={classes.acts}>
        <RowButton tone="brand" aria-label={name(t('Match'))} onClick={() => acts.match(row)}>
          {t('Match')}
        </RowButton>
        <RowMenu label={name(t('More'))} actions={actions} />
      </div>
    </IfCan>
  );
}

function UnclaimedCard({ row, acts }: RowProps & { acts: Acts }) {
  const { t } = useTranslation();
  const { what, next } = findingTexts(t, row.finding);
  return (
    <Stack gap="3xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div className={classes.facts}>
          <LineRow line={row} />
          <Requests row={row} />
        </div>
        <Stack gap="2xs" align="flex-end" className={classes.acts}>
          <Money row={row} />
          <Actions row={row} acts={acts} />
        </Stack>
      </Group>
      <Text size="xs" c="dimmed">
        <Text span inherit fw={600} c="var(--mantine-color-text)">
          {what}
        </Text>{' '}
        {next}
      </Text>
    </Stack>
  );
}
