import type { UserId } from '#contract/shared/base.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';

const titleKey = 'Verification level changed';
const messages: Record<VerificationLevel, { messageKey: string }> = {
  none: { messageKey: 'Your account is no longer verified. Reason: {{reason}}' },
  basic: { messageKey: 'Your verification level is now Basic. Reason: {{reason}}' },
  full: { messageKey: 'Your verification level is now Full. Reason: {{reason}}' },
};

/** Returns the owner's notification about a new verification level. */
export function toNotification({
  userId,
  level,
  reason,
}: {
  userId: UserId;
  level: VerificationLevel;
  reason: string;
}): NewNotification {
  const { messageKey } = messages[level];
  return {
    userId,
    title: titleKey,
    message: fillText(messageKey, { reason }),
    titleKey,
    messageKey,
    params: { reason },
    type: level === 'none' ? 'warning' : 'success',
    category: 'account',
    topic: 'account',
    mailKey: null,
    data: { verification_level: level },
  };
}
