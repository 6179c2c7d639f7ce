import type { UserId } from '#contract/shared/base.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';

const texts = {
  title: 'Closure request',
  message: '{{user}} asked to close the account.',
} as const;
const titleKey = 'Closure request rejected';
const messageKey = 'Your request to close your account was rejected. Reason: {{reason}}';

/** Returns the notification of administrators. `from_user_id` lets a deletion of the user remove it. */
export function toAdminNotice(user: {
  userId: UserId;
  username: string;
}): Omit<NewNotification, 'userId'> {
  const params = { user: user.username };
  return {
    title: texts.title,
    message: fillText(texts.message, params),
    titleKey: texts.title,
    messageKey: texts.message,
    params,
    type: 'warning',
    category: 'system',
    topic: 'work',
    data: { closure_of: user.userId, from_user_id: user.userId },
  };
}

export function toRefusalNotice(userId: UserId, reason: string): NewNotification {
  return {
    userId,
    title: titleKey,
    message: fillText(messageKey, { reason }),
    titleKey,
    messageKey,
    params: { reason },
    type: 'error',
    category: 'account',
    topic: 'account',
    mailKey: null,
    data: { rejection_reason: reason },
  };
}
