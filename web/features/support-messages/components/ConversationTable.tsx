import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SupportState } from '#contract/support-messages/rules.ts';
import type { ConversationRow } from '#contract/support-messages/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { useCategoryLabels } from '../hooks/use-category-labels.ts';
import { useConversations } from '../queries.ts';
import classes from './ConversationThread.module.css';

type RowProps = { row: ConversationRow };

/** Messages of users in one state. */
export function ConversationTable({ state }: { state: SupportState }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useConversations(state);
  const categories = useCategoryLabels();
  const isOpen = state === 'open';
  return (
    <PagedTable
      query={list}
      failed={errorText(list.error, t('Failed to load messages'))}
      caption={isOpen ? t('Open', { context: 'message' }) : t('Answered')}
      columns={[
        { key: 'user', header: t('User'), cell: (row) => <Name row={row} /> },
        {
          key: 'subject',
          header: t('Subject'),
          width: '35%',
          cell: (row) => <Subject row={row} />,
        },
        {
          key: 'category',
          header: t('Issue category'),
          cell: ({ category }) => categories[category],
        },
        {
          key: 'since',
          header: isOpen ? t('Waiting since') : t('Answered'),
          cell: (row) => <Since row={row} />,
        },
        {
          key: 'actions',
          header: t('Actions'),
          align: 'right',
          cell: (row) => <ViewLink row={row} />,
        },
      ]}
      rowKey={({ id }) => id}
      card={(row) => <ConversationCard row={row} />}
      empty={
        <EmptyState
          picture={isOpen ? 'inbox' : 'records'}
          title={isOpen ? t('No messages are waiting') : t('No answered messages yet')}
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

function Subject({ row }: RowProps) {
  return (
    <Text size="sm" className={classes.text}>
      {row.subject}
    </Text>
  );
}

function Since({ row: { since, state, answeredBy } }: RowProps) {
  const { t } = useTranslation();
  return (
    <Text size="sm" component="div">
      <RelativeTime date={since} />
      {state === 'answered' && (
        <Text size="xs" c="dimmed">
          {answeredBy ?? t('Deleted user')}
        </Text>
      )}
    </Text>
  );
}

function ViewLink({ row: { userId, id, username, subject } }: RowProps) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={paths.admin.conversation({ userId, id })}
      variant="default"
      size="compact-sm"
      h={30}
      aria-label={t('Read the message of {{username}}: {{subject}}', { username, subject })}
    >
      {t('View')}
    </Button>
  );
}

function ConversationCard({ row }: RowProps) {
  const categories = useCategoryLabels();
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Name row={row} />
        <Since row={row} />
      </Group>
      <Subject row={row} />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {categories[row.category]}
        </Text>
        <ViewLink row={row} />
      </Group>
    </Stack>
  );
}
