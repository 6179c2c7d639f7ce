import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_REPLIES } from '#contract/support-messages/rules.ts';
import type { ConversationDetails } from '#contract/support-messages/schema.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useReplyForm } from '../hooks/use-reply-form.ts';
import { useAnswer, useMarkAnswered } from '../queries.ts';
import { ReplyForm } from './ReplyForm.tsx';

type AnswerFormProps = { conversation: ConversationDetails };

/** Lets an administrator answer a message, or close it without an answer. */
export function AnswerForm({ conversation }: AnswerFormProps) {
  const { t } = useTranslation();
  const { userId, id, replies } = conversation;
  const replyCount = replies.length;
  const state = useReplyForm(`answer to ${id}`);
  const answer = useAnswer(state.clear);
  if (replyCount >= MAX_REPLIES) {
    return (
      <>
        <StateAlert state="hint">
          {t('This conversation is full. The user can send a new message.')}
        </StateAlert>
        <MarkAnswered conversation={conversation} />
      </>
    );
  }
  return (
    <ReplyForm
      state={state}
      label={t('Your answer')}
      submitLabel={t('Send answer')}
      pending={answer.isPending}
      failure={answer.error}
      onSend={(reply) => answer.mutate({ ...reply, userId, id, replyCount })}
      actions={<MarkAnswered conversation={conversation} />}
    />
  );
}

/** Renders nothing for a message that is closed already. */
function MarkAnswered({ conversation: { userId, id, state, replies } }: AnswerFormProps) {
  const { t } = useTranslation();
  const mark = useMarkAnswered();
  if (state === 'answered') return null;
  return (
    <Button
      variant="default"
      loading={mark.isPending}
      onClick={() => mark.mutate({ userId, id, replyCount: replies.length })}
    >
      {t('Mark as answered')}
    </Button>
  );
}
