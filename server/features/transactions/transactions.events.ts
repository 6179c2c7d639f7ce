import type { LiveEvent } from '#contract/events/schema.ts';
import { fillText } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';
import type { TransactionRow } from './transactions.queries.ts';

export function toTransactionEvent(
  op: 'insert' | 'update',
  row: Pick<TransactionRow, 'id' | 'userId' | 'type' | 'status' | 'amountPaise' | 'createdAt'>,
): Extract<LiveEvent, { entity: 'transaction' }> {
  const { id, userId, type, status, amountPaise } = row;
  const createdAt = row.createdAt.toISOString();
  const what = { id, userId, type, status, amountPaise, createdAt };
  return { entity: 'transaction', op, audience: 'both', ...what };
}

const texts = {
  deposit: 'Deposit requested for you',
  withdrawal: 'Withdrawal requested for you',
  message:
    '{{app}} requested this for you: {{amountPaise}}. If you did not expect it, cancel the request in your passbook and contact support.',
} as const;

/** Returns the notification about a request that a program made for a user; undefined if the user made it. */
export function toRequestNotification(
  { subjectId, credential }: Actor,
  { id, type, amountPaise }: Pick<TransactionRow, 'id' | 'type' | 'amountPaise'>,
): NewNotification | undefined {
  if (!subjectId || credential.kind !== 'apiKey') return undefined;
  const { name: app } = credential;
  return {
    userId: subjectId,
    title: texts[type],
    message: fillText(texts.message, { app, amountPaise: formatRupees(amountPaise) }),
    titleKey: texts[type],
    messageKey: texts.message,
    params: { app, amountPaise },
    type: 'other',
    category: 'transaction',
    topic: `${type}s`,
    data: { transaction_id: id },
  };
}
