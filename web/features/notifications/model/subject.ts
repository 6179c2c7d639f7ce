import type { Notification } from '#contract/notifications/schema.ts';

/** Returns the id of the user's transaction that a notification is about, if any. */
export function subjectOf({ category, data }: Pick<Notification, 'category' | 'data'>) {
  const id = category === 'system' ? undefined : data.transaction_id;
  return typeof id === 'string' ? id : undefined;
}
