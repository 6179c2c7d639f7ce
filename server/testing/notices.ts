import { userId } from '#contract/shared/base.ts';
import {
  insertNotifications,
  type NewNotification,
} from '#server/features/notifications/insert-notifications.ts';
import type { SignedIn, TestApp } from './harness.ts';

/** With a reason, which only the wallet itself shows. */
const REJECTION = {
  title: 'Deposit Rejected',
  message: 'in English',
  titleKey: 'Deposit Rejected',
  messageKey:
    'Your deposit of {{amountPaise}} ({{reference}}) has been rejected. Reason: {{reason}}',
  mailKey: 'Your deposit of {{amountPaise}} ({{reference}}) has been rejected.',
  params: { amountPaise: 123_450, reference: 'DEP-1', reason: 'secret reason' },
  type: 'error',
  category: 'transaction',
  topic: 'deposits',
} as const satisfies Partial<NewNotification>;

/** Notifies a person of a rejected deposit. */
export function notifyOfRejection(
  { deps }: TestApp,
  person: SignedIn,
  changes: Partial<NewNotification> = {},
) {
  return deps.db.transaction(async (tx) =>
    insertNotifications(tx, [{ ...REJECTION, userId: userId.parse(person.userId), ...changes }]),
  );
}
