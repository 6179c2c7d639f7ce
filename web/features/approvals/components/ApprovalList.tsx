import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { useRecordLabels } from '../../audit/use-record-labels.ts';
import { STATE_LOOKS, stateLabels } from '../model.ts';
import { type ApprovalTab, useApprovals } from '../queries.ts';

type OnView = (approval: Approval) => void;
type RowProps = { approval: Approval };

/** Requests for a second approval: the waiting ones, oldest first, or the ended ones. */
export function ApprovalList({ tab, onView }: { tab: ApprovalTab; onView: OnView }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useApprovals(tab);
  const columns = useColumns(onView);
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={list}
      failed={errorText(list.error, t('Failed to load approval requests'))}
      caption={tab === 'waiting' ? t('Waiting for a second approval') : t('History')}
      columns={columns}
      rowKey={({ id }) => id}
      card={(approval) => <ApprovalCard approval={approval} onView={onView} />}
      empty={<Empty tab={tab} />}
    />
  );
}

function Empty({ tab }: { tab: ApprovalTab }) {
  const { t } = useTranslation();
  return tab === 'waiting' ? (
    <EmptyState
      picture="inbox"
      title={t('Nothing is waiting for a second approval')}
      description={t('Requests of admins that a rule covers will appear here')}
    />
  ) : (
    <EmptyState
      picture="records"
      title={t('No history yet')}
      description={t('Confirmed, rejected and expired requests will appear here')}
    />
  );
}

function useColumns(onView: OnView): Column<Approval>[] {
  const { t } = useTranslation();
  return [
    { key: 'what', header: t('What'), cell: (row) => <What approval={row} /> },
    { key: 'concerned', header: t('Concerns'), cell: (row) => <Concerned approval={row} /> },
    { key: 'maker', header: t('Requested by'), cell: (row) => <Maker approval={row} /> },
    { key: 'when', header: t('Date'), cell: (row) => <When approval={row} /> },
    { key: 'state', header: t('Status'), cell: (row) => <ApprovalBadge approval={row} /> },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      cell: (row) => <ViewButton approval={row} onView={onView} />,
    },
  ];
}

function What({ approval: { action, amountPaise } }: RowProps) {
  const { actionText } = useRecordLabels();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {actionText(action)}
      </Text>
      {amountPaise !== null && <Amount paise={amountPaise} size="sm" />}
    </Stack>
  );
}

function Concerned({ approval: { concerned, targetId, command } }: RowProps) {
  const { t } = useTranslation();
  // A new user has no account yet; the request is about the name.
  const name = command === 'users.create' ? targetId : undefined;
  const shown = concerned ? (concerned.username ?? t('Deleted user')) : name;
  return <Name isDimmed={shown === undefined}>{shown ?? t('None')}</Name>;
}

function Maker({ approval: { maker } }: RowProps) {
  const { t } = useTranslation();
  return <Name>{maker ? (maker.username ?? t('Deleted user')) : t('Command line')}</Name>;
}

function Name({ children, isDimmed = false }: { children: ReactNode; isDimmed?: boolean }) {
  return (
    <Text size="sm" maw={160} truncate c={isDimmed ? 'dimmed' : undefined}>
      {children}
    </Text>
  );
}

function When({ approval: { createdAt, endedAt } }: RowProps) {
  return (
    <Text size="sm" miw="max-content">
      <RelativeTime date={endedAt ?? createdAt} />
    </Text>
  );
}

export function ApprovalBadge({ approval: { state } }: RowProps) {
  const { t } = useTranslation();
  return <StateBadge isWrapped state={STATE_LOOKS[state]} word={stateLabels(t)[state]} />;
}

function ViewButton({ approval, onView }: RowProps & { onView: OnView }) {
  const { t } = useTranslation();
  const { actionText } = useRecordLabels();
  return (
    <Button
      size="compact-sm"
      h={30}
      variant={approval.state === 'waiting' && approval.obstacle === null ? 'light' : 'default'}
      aria-label={t('View: {{action}}', { action: actionText(approval.action) })}
      onClick={() => onView(approval)}
    >
      {t('View')}
    </Button>
  );
}

function ApprovalCard({ approval, onView }: RowProps & { onView: OnView }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <What approval={approval} />
        <When approval={approval} />
      </Group>
      <Group gap="xs">
        <Maker approval={approval} />
        <Text size="sm" c="dimmed" aria-hidden>
          →
        </Text>
        <Concerned approval={approval} />
      </Group>
      <Group justify="space-between">
        <ApprovalBadge approval={approval} />
        <ViewButton approval={approval} onView={onView} />
      </Group>
    </Stack>
  );
}
