import { Stack } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_REPLIES } from '#contract/support-messages/rules.ts';
import type { OwnConversationDetails } from '#contract/support-messages/schema.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ConversationBadge } from '../components/ConversationBadge.tsx';
import { ConversationLoader } from '../components/ConversationLoader.tsx';
import { ConversationThread, type ThreadEntry } from '../components/ConversationThread.tsx';
import { ReplyForm } from '../components/ReplyForm.tsx';
import { useReplyForm } from '../hooks/use-reply-form.ts';
import { useMarkRead, useOwnConversation, useReply } from '../queries.ts';

type ScreenProps = { conversation: OwnConversationDetails };

/** A message of the user with its replies. Opening it marks each answer read. */
export function OwnConversationPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/_user/user/support/$id' });
  const query = useOwnConversation(id);
  return (
    <>
      <PageHeader title={t('Conversation with support')} back={paths.user.support} />
      <ConversationLoader query={query}>
        {(conversation) => <ConversationScreen key={id} conversation={conversation} />}
      </ConversationLoader>
    </>
  );
}

function ConversationScreen({ conversation }: ScreenProps) {
  useReading(conversation);
  const { subject, state, replies } = conversation;
  return (
    <Card title={subject} action={<ConversationBadge state={state} />}>
      <Stack gap="lg">
        <ConversationThread entries={useEntries(conversation)} />
        {replies.length < MAX_REPLIES ? <OwnReplyForm conversation={conversation} /> : <Full />}
      </Stack>
    </Card>
  );
}

/** Marks each answer read while the page is visible. */
function useReading({ id, isUnread, replies }: OwnConversationDetails): void {
  const { mutate } = useMarkRead();
  const isVisible = useDocumentVisibility() === 'visible';
  const isNew = isUnread && isVisible;
  const replyCount = replies.length;
  const mark = useEffectEvent((count: number) => mutate({ id, replyCount: count }));
  useEffect(() => {
    if (isNew) mark(replyCount);
  }, [isNew, replyCount]);
}

function useEntries({ id, message, createdAt, replies }: OwnConversationDetails): ThreadEntry[] {
  const { t } = useTranslation();
  return [
    { id, author: t('You'), text: message, createdAt, isOwn: true },
    ...replies.map(({ isFromSupport, ...reply }) => ({
      ...reply,
      author: isFromSupport ? t('Support') : t('You'),
      isOwn: !isFromSupport,
    })),
  ];
}

function OwnReplyForm({ conversation: { id } }: ScreenProps) {
  const { t } = useTranslation();
  const state = useReplyForm(`reply in ${id}`);
  const reply = useReply(state.clear);
  return (
    <ReplyForm
      state={state}
      label={t('Your reply')}
      submitLabel={t('Send reply')}
      pending={reply.isPending}
      failure={reply.error}
      onSend={(sent) => reply.mutate({ ...sent, id })}
    />
  );
}

function Full() {
  const { t } = useTranslation();
  return (
    <StateAlert state="hint">
      {t(errorTable.CONVERSATION_FULL.message, { limit: MAX_REPLIES, count: MAX_REPLIES })}
    </StateAlert>
  );
}
