import { fillText } from '#contract/errors.ts';
import type { StopReason } from '#contract/rules.ts';
import type { NewNotification } from '../notifications/service.ts';

/** The catalogues hold these under themselves as keys. */
const texts = {
  title: 'Webhook switched off',
  gone: 'The webhook to {{host}} was switched off because the receiver reported that it no longer exists.',
  failing:
    'The webhook to {{host}} was switched off because nothing had been delivered to it for three days.',
} as const;

/** What administrators are told when a webhook was switched off by itself. */
export function toStopNotification(
  url: string,
  reason: StopReason,
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
  };
}
