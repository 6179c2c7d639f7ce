import type { Notification } from '#contract/notifications.ts';
import type { ReasonTexts } from '#contract/transactions.ts';

const REASON = /\s*Reason:\s*(\S.*)$/s;

/** What a canned reason of the notification says in several languages. */
export function reasonTexts({ data }: Pick<Notification, 'data'>): ReasonTexts | undefined {
  const texts = data.rejection_texts;
  const isTexts = typeof texts === 'object' && texts !== null && 'en' in texts;
  return isTexts ? (texts as ReasonTexts) : undefined; // as the server wrote it
}

/** Why a request was rejected: from the data, else from the stored English text after 'Reason:'. */
export function rejectionReason({
  data,
  message,
}: Pick<Notification, 'data' | 'message'>): string | undefined {
  const given = data.rejection_reason;
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  return REASON.exec(message)?.[1]?.trim();
}

/** The notification with its reason left out of what it says, where that is shown apart. */
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
