import type { ChangeKind } from '#contract/notifications/rules.ts';
import type { Notification } from '#contract/notifications/schema.ts';

const OWN_ACTS: readonly ChangeKind[] = [
  'passwordChanged',
  'bankAccountAdded',
  'bankAccountRemoved',
  'defaultBankAccountChanged',
  'apiKeyCreated',
  'apiKeyRevoked',
];

/** Returns whether a notification reports what its reader usually did, whose screen has a message of its own. */
export function isOwnAct({ data }: Pick<Notification, 'data'>): boolean {
  return data.user_id === undefined && OWN_ACTS.some((kind) => kind === data.change);
}
