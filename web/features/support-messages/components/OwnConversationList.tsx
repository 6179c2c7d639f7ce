import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OwnConversation } from '#contract/support-messages/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { LoadMore } from '#web/ui/table/LoadMore.tsx';
import { useOwnConversations } from '../queries.ts';
import { ConversationBadge } from './ConversationBadge.tsx';
import classes from './OwnConversationList.module.css';

/** The user's earlier messages. Renders nothing without any, because the form above is for the first one. */
export function OwnConversationList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useOwnConversations();
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (!list.isLoadingError && rows.length === 0) return null;
  return (
    <Card title={t('Your messages')}>
      {list.isLoadingError && (
        <ErrorState
          message={errorText(list.error, t('Failed to load your messages'))}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Card>
  );
}

function Row({ row }: { row: OwnConversation }) {
  const { t } = useTranslation();
  return (
    <li className={classes.row} data-unread={row.isUnread || undefined}>
      <Stack gap="2xs">
        <Link to={paths.user.conversation(row.id)} className={classes.link}>
          {row.subject}
        </Link>
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            {row.isUnread ? (
              <StateBadge state="news" word={t('New answer')} />
            ) : (
              <ConversationBadge state={row.state} />
            )}
          </Group>
          <Text size="xs" c="dimmed">
            <RelativeTime date={row.lastAt} />
          </Text>
        </Group>
      </Stack>
    </li>
  );
}
