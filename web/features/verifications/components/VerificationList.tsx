import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { VerificationRow } from '#contract/verifications/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { levelLabels } from '#web/lib/i18n/verification-labels.ts';
import { paths } from '#web/lib/page/paths.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { STATE_LOOKS, verificationStateLabels } from '../model.ts';
import { useVerifications, type VerificationTab } from '../queries.ts';

type RowProps = { row: VerificationRow };

export function VerificationList({ tab }: { tab: VerificationTab }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { number } = useFormat();
  const list = useVerifications(tab);
  const levels = levelLabels(t);
  return (
    <PagedTable
      query={list}
      failed={errorText(list.error, t('Failed to load verifications'))}
      caption={tab === 'waiting' ? t('Waiting') : t('History')}
      columns={[
        { key: 'user', header: t('User'), cell: (row) => <Name row={row} /> },
        { key: 'level', header: t('Verification level'), cell: ({ level }) => levels[level] },
        {
          key: 'documents',
          header: t('Documents'),
          cell: ({ documentCount }) => number(documentCount),
        },
        { key: 'when', header: t('Date'), cell: (row) => <When row={row} /> },
        { key: 'state', header: t('Status'), cell: (row) => <VerificationBadge row={row} /> },
        {
          key: 'actions',
          header: t('Actions'),
          align: 'right',
          cell: (row) => <ViewLink row={row} />,
        },
      ]}
      rowKey={({ id }) => id}
      card={(row) => <VerificationCard row={row} />}
      empty={
        <EmptyState
          picture={tab === 'waiting' ? 'inbox' : 'records'}
          title={tab === 'waiting' ? t('No documents are waiting') : t('No history yet')}
        />
      }
    />
  );
}

function Name({ row }: RowProps) {
  const personName = usePersonName();
  return (
    <Text size="sm" fw={600}>
      {personName(row.username)}
    </Text>
  );
}

function When({ row: { decidedAt, createdAt } }: RowProps) {
  return (
    <Text size="sm" miw="max-content">
      <RelativeTime date={decidedAt ?? createdAt} />
    </Text>
  );
}

export function VerificationBadge({ row: { state } }: { row: Pick<VerificationRow, 'state'> }) {
  const { t } = useTranslation();
  return <StateBadge state={STATE_LOOKS[state]} word={verificationStateLabels(t)[state]} />;
}

function ViewLink({ row: { userId, id, username } }: RowProps) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={paths.admin.verification({ userId, id })}
      variant="default"
      size="compact-sm"
      h={30}
      aria-label={t('View {{username}}', { username })}
    >
      {t('View')}
    </Button>
  );
}

function VerificationCard({ row }: RowProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Name row={row} />
        <When row={row} />
      </Group>
      <Text size="sm">{levelLabels(t)[row.level]}</Text>
      <Group justify="space-between">
        <VerificationBadge row={row} />
        <ViewLink row={row} />
      </Group>
    </Stack>
  );
}
