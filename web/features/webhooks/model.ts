import type { Webhook, WebhookForm } from '#contract/webhooks/schema.ts';
import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts';

export type WebhookProblems = { url: 'invalid'; eventTypes: 'missing' };

/** Returns the initial values for a new webhook with all events, or an existing one. */
export function initialForm(
  webhook: Webhook | undefined,
  allEvents: readonly WebhookEvent[],
): WebhookForm {
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    eventTypes: webhook?.eventTypes ?? [...allEvents],
    isActive: webhook?.isActive ?? true,
  };
}

/** Returns validation problems. The server decides whether a URL without TLS is allowed. */
export function findProblems({ url, eventTypes }: WebhookForm): Partial<WebhookProblems> {
  const isWeb = URL.canParse(url.trim()) && /^https?:$/.test(new URL(url.trim()).protocol);
  return {
    ...(!isWeb && { url: 'invalid' as const }),
    ...(eventTypes.length === 0 && { eventTypes: 'missing' as const }),
  };
}

/** Returns the host of a webhook, used as its name in texts. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}

/** Returns indented JSON, or other text unchanged. */
export function inLines(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
