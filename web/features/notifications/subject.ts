import type { Notification } from '#contract/notifications.ts';

/** The id of the transaction that a notification is about, if it is about one of its reader's. */
export function subjectOf({ category, data }: Pick<Notification, 'category' | 'data'>) {
  const id = category === 'transaction' ? data.transaction_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
