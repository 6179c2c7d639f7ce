import { fillText } from '#contract/shared/errors.ts';
import type { StopReason } from '#contract/webhooks/rules.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';

const texts = {
  title: 'Webhook switched off',
  gone: 'The webhook to {{host}} was switched off because the receiver reported that it no longer exists.',
  failing:
    'The webhook to {{host}} was switched off because nothing had been delivered to it for three days.',
  owner_deleted:
    'The webhook to {{host}} was suspended because the admin who set it up was deleted. If you still need it, set it to active again.',
  owner_demoted:
    'The webhook to {{host}} was suspended because the person who set it up is no longer an admin. If you still need it, set it to active again.',
  owner_deactivated:
    'The webhook to {{host}} was suspended because the account of the admin who set it up was deactivated. If you still need it, switch it on again.',
} as const;

export function toStopNotification(
  url: string,
  reason: Exclude<StopReason, 'needs_approval'>,
): Omit<NewNotification, 'userId'> {
  const params = { host: new URL(url).host };
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
