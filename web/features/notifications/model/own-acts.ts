import type { ChangeKind } from '#contract/notifications/rules.ts';
import type { Notification } from '#contract/notifications/schema.ts';

const OWN_ACTS: readonly ChangeKind[] = [
  'passwordChanged',
  'secondFactorAdded',
  'secondFactorRemoved',
  'recoveryCodesReplaced',
  'bankAccountAdded',
  'bankAccountRemoved',
  'defaultBankAccountChanged',
  'apiKeyCreated',
  'apiKeyRevoked',
  'identityLinked',
  'identityUnlinked',
];

/** Returns whether a notification reports a change that its reader usually made. The screen of that change shows a message. */
export function isOwnAct({ data }: Pick<Notification, 'data'>): boolean {
  return data.user_id === undefined && OWN_ACTS.some((kind) => kind === data.change);
}
