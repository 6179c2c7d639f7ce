import type { Notification } from '#contract/notifications/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';

const REASON = /\s*Reason:\s*(\S.*)$/s;

/** Translations of the notification's canned reason. */
export function reasonTexts({ data }: Pick<Notification, 'data'>): ReasonTexts | undefined {
  const texts = data.rejection_texts ?? data.reason_texts;
  const isTexts = typeof texts === 'object' && texts !== null && 'en' in texts;
  return isTexts ? (texts as ReasonTexts) : undefined; // cast: the server wrote this format
}

/** Returns the rejection reason: from the data, or from the stored English text after 'Reason:'. */
export function rejectionReason({
  data,
  message,
}: Pick<Notification, 'data' | 'message'>): string | undefined {
  const given = data.rejection_reason;
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  return REASON.exec(message)?.[1]?.trim();
}

/** Returns the reason of a balance adjustment. */
export function adjustmentReason({ data }: Pick<Notification, 'data'>): string | undefined {
  const { reason } = data;
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}

/** Returns the notification without its reason, for views that show the reason separately. */
export function withoutReason<Told extends Pick<Notification, 'message' | 'messageKey'>>(
  notification: Told,
): Told {
  const { message, messageKey } = notification;
  return {
    ...notification,
    message: message.replace(REASON, ''),
    messageKey: messageKey?.replace(REASON, '') ?? null,
  };
}
