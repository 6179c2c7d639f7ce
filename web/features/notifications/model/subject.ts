import type { Notification } from '#contract/notifications/schema.ts';

/** Returns true if a notification is about a request for a second approval. */
export function isAboutApproval({ titleKey }: Pick<Notification, 'titleKey'>): boolean {
  return APPROVAL_TITLES.includes(titleKey ?? '');
}

const APPROVAL_TITLES = [
  'Second approval needed',
  'Approval request confirmed',
  'Approval request rejected',
  'Approval request expired',
  'Approval request failed',
];

/** Returns the id of the user's transaction that a notification is about, if any. */
export function subjectOf({ category, data }: Pick<Notification, 'category' | 'data'>) {
  const id = category === 'system' ? undefined : data.transaction_id;
  return typeof id === 'string' ? id : undefined;
}
