import type { UserId } from '#contract/shared/base.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';

/** These texts are catalogue keys. */
const texts = {
  titleKey: 'Verification rejected',
  messageKey: 'Your documents were not accepted. Reason: {{reason}}',
};

/** Returns the owner's notification about a rejected request. */
export function toRejection({
  userId,
  reason,
}: {
  userId: UserId;
  reason: string;
}): NewNotification {
  return {
    userId,
    title: texts.titleKey,
    message: fillText(texts.messageKey, { reason }),
    ...texts,
    params: { reason },
    type: 'warning',
    category: 'account',
    topic: 'account',
    mailKey: null,
    data: { verification: 'rejected' },
  };
}
