import type { UserId } from '#contract/shared/base.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { SUPPORT_CATEGORIES } from '#contract/support-messages/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { publish } from '#server/platform/events/outbox.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';

const texts = {
  title: 'New support message',
  message: '{{name}} ({{email}}) wrote: {{subject}} — {{message}}',
  answerTitle: 'Answer from support',
  answer: 'Support answered your message: {{subject}}',
} as const;

export interface WrittenMessage {
  userId: UserId;
  /** Of the message that began the conversation. */
  id: string;
  category: (typeof SUPPORT_CATEGORIES)[number];
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Returns the notification of administrators. `from_user_id` lets a deletion of the user remove it. */
export function toMessageNotice(written: WrittenMessage): Omit<NewNotification, 'userId'> {
  const { userId, id, category, name, email, subject, message } = written;
  const params = { name, email, subject, message };
  return {
    title: texts.title,
    message: fillText(texts.message, params),
    titleKey: texts.title,
    messageKey: texts.message,
    params,
    type: 'other',
    category: 'system',
    topic: 'work',
    mailKey: null,
    data: { support_message_id: id, category, from_user_id: userId },
  };
}

/** Returns the notification of the user about an answer. It does not name the administrator. */
export function toAnswerNotice({
  userId,
  id,
  subject,
}: Pick<WrittenMessage, 'userId' | 'id' | 'subject'>): NewNotification {
  return {
    userId,
    title: texts.answerTitle,
    message: fillText(texts.answer, { subject }),
    titleKey: texts.answerTitle,
    messageKey: texts.answer,
    params: { subject },
    type: 'other',
    category: 'account',
    topic: 'support',
    mailKey: null,
    data: { support_message_id: id },
  };
}

/** Notifies the user's open pages, and those of administrators unless `isForUserOnly`. */
export function publishConversation(
  tx: Tx,
  { userId, id }: { userId: UserId; id: string },
  { op, isForUserOnly = false }: { op: 'insert' | 'update'; isForUserOnly?: boolean },
): void {
  publish(tx, [{ userId, forAdmins: !isForUserOnly, payload: { entity: 'support', op, id } }]);
}
