import type { SuspensionReason } from '#contract/api-keys/rules.ts';
import { fillText } from '#contract/shared/errors.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';

const texts = {
  title: 'API keys suspended',
  password_changed:
    'The API keys of {{username}} were suspended because the password was changed. Resume the ones you trust on the API keys page.',
  password_reset:
    'The API keys of {{username}} were suspended because an admin set a new password. Resume the ones you trust on the API keys page.',
} as const;

/** Why a person's keys were suspended while the server runs. A restore reports its suspensions itself. */
export type NotifiedSuspension = Exclude<SuspensionReason, 'restored' | 'needs_approval'>;

export function toSuspensionNotification(
  username: string,
  reason: NotifiedSuspension,
): Omit<NewNotification, 'userId'> {
  const params = { username };
  return {
    title: texts.title,
    message: fillText(texts[reason], params),
    titleKey: texts.title,
    messageKey: texts[reason],
    params,
    type: 'warning',
    category: 'system',
    topic: 'work',
  };
}
