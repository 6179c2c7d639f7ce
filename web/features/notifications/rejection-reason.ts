import type { Notification } from '#contract/notifications.ts';

const REASON = /Reason:\s*(\S.*)$/s;

/** Why a request was rejected: from the data, else from the stored English text after 'Reason:'. */
export function rejectionReason({
  data,
  message,
}: Pick<Notification, 'data' | 'message'>): string | undefined {
  const given = data.rejection_reason;
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  return REASON.exec(message)?.[1]?.trim();
}
