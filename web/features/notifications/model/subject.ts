import type { Notification } from '#contract/notifications/schema.ts';

/** Returns the id of the user's transaction that a notification is about, if any. */
export function subjectOf({ category, data }: Pick<Notification, 'category' | 'data'>) {
  const id = category === 'transaction' ? data.transaction_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
