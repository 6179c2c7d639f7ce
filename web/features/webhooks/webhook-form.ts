import { WEBHOOK_EVENTS } from '#contract/rules.ts';
import type { Webhook, WebhookForm } from '#contract/webhooks.ts';

export type WebhookProblems = { url: 'invalid'; eventTypes: 'missing' };

/** What the dialog starts with: a new webhook for everything, or one as it stands. */
export function initialForm(webhook: Webhook | undefined): WebhookForm {
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    eventTypes: webhook?.eventTypes ?? [...WEBHOOK_EVENTS],
    isActive: webhook?.isActive ?? true,
  };
}

/** What keeps the form from being sent. Whether an address without TLS may be used is the server's to say. */
export function findProblems({ url, eventTypes }: WebhookForm): Partial<WebhookProblems> {
  const isWeb = URL.canParse(url.trim()) && /^https?:$/.test(new URL(url.trim()).protocol);
  return {
    ...(!isWeb && { url: 'invalid' as const }),
    ...(eventTypes.length === 0 && { eventTypes: 'missing' as const }),
  };
}

/** What names a webhook in a sentence. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}

/** JSON in lines, as people read it; any other text as it is. */
export function inLines(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
