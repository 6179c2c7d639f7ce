import { Anchor, SimpleGrid, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ConversationDetails } from '#contract/support-messages/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { AnswerForm } from '../components/AnswerForm.tsx';
import { ConversationBadge } from '../components/ConversationBadge.tsx';
import { ConversationLoader } from '../components/ConversationLoader.tsx';
import { ConversationThread, type ThreadEntry } from '../components/ConversationThread.tsx';
import { useCategoryLabels } from '../hooks/use-category-labels.ts';
import { useConversation } from '../queries.ts';

type ScreenProps = { conversation: ConversationDetails };

/** A message of a user with its replies, for administrators. */
export function ConversationPage() {
  const { t } = useTranslation();
  const name = useParams({ from: '/_admin/admin/messages/$userId/$id' });
  const query = useConversation(name);
  return (
    <>
      <PageHeader title={t('Conversation')} back={paths.admin.messages} />
      <ConversationLoader query={query}>
        {(conversation) => <ConversationScreen key={name.id} conversation={conversation} />}
      </ConversationLoader>
    </>
  );
}

function ConversationScreen({ conversation }: ScreenProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Card title={conversation.subject}>
        <Stack gap="lg">
          <ConversationThread entries={useEntries(conversation)} />
          <IfCan permission="messages:answer">
            <AnswerForm conversation={conversation} />
          </IfCan>
        </Stack>
      </Card>
      <div>
        <Facts conversation={conversation} />
      </div>
    </SimpleGrid>
  );
}

function useEntries({
  id,
  username,
  message,
  createdAt,
  replies,
}: ConversationDetails): ThreadEntry[] {
  const { t } = useTranslation();
  return [
    { id, author: username, text: message, createdAt, isOwn: false },
    ...replies.map(({ isFromSupport, author, ...reply }) => ({
      ...reply,
      author: isFromSupport ? (author ?? t('Deleted user')) : username,
      isOwn: isFromSupport,
    })),
  ];
}

function Facts({ conversation }: ScreenProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const categories = useCategoryLabels();
  const { userId, username, name, email, category, state, since, answeredBy } = conversation;
  const isAnswered = state === 'answered';
  return (
    <Card title={t('Details')}>
      <DetailsList
        details={[
          { label: t('Status'), value: <ConversationBadge state={state} /> },
          {
            label: t('User'),
            value: (
              <Anchor
                size="sm"
                renderRoot={(props) => <Link {...props} to={paths.admin.user(userId)} />}
              >
                {username}
              </Anchor>
            ),
          },
          { label: t('Name'), value: name },
          { label: t('Email'), value: email },
          { label: t('Issue category'), value: categories[category] },
          { label: isAnswered ? t('Answered') : t('Waiting since'), value: dateTime(since) },
          ...(isAnswered
            ? [{ label: t('Answered by'), value: answeredBy ?? t('Deleted user') }]
            : []),
        ]}
      />
    </Card>
  );
}
