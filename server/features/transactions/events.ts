import type { LiveEvent } from '#contract/events/schema.ts';
import type { TransactionRow } from './queries.ts';

export function toTransactionEvent(
  op: 'insert' | 'update',
  row: Pick<TransactionRow, 'id' | 'userId' | 'type' | 'status' | 'amountPaise' | 'createdAt'>,
): Extract<LiveEvent, { entity: 'transaction' }> {
  const { id, userId, type, status, amountPaise } = row;
  const createdAt = row.createdAt.toISOString();
  const what = { id, userId, type, status, amountPaise, createdAt };
  return { entity: 'transaction', op, audience: 'both', ...what };
}
