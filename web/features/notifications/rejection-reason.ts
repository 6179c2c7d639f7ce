import type { Notification } from '#contract/notifications.ts';

const REASON = /\s*Reason:\s*(\S.*)$/s;

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
