import type { UserId } from '#contract/base.ts';
import { MAX_PENDING_REQUESTS } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { appError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { RequestCommand, TransactionRow } from './service.ts';

/** Counts by an index of pending rows alone, and no further than the limit. */
export async function countPending(
  tx: Tx,
  keys: { userId: UserId }[],
): Promise<Map<UserId, number>> {
  const counted = await tx.query<{ userId: UserId; count: number }>(
    `SELECT wanted.id AS "userId", (SELECT count(*) FROM (
       SELECT FROM transactions WHERE user_id = wanted.id AND status = 'pending' LIMIT $2) AS pending) AS count
     FROM unnest($1::uuid[]) AS wanted (id)`,
    [[...new Set(keys.map((key) => key.userId))], MAX_PENDING_REQUESTS],
  );
  return new Map(counted.map(({ userId, count }) => [userId, count]));
}

/** Counts one more in. Throws TOO_MANY_PENDING. */
export function takePlace(pending: Map<UserId, number>, userId: UserId): void {
  const count = pending.get(userId) ?? 0;
  if (count >= MAX_PENDING_REQUESTS) {
    throw appError('TOO_MANY_PENDING', { limit: MAX_PENDING_REQUESTS });
  }
  pending.set(userId, count + 1);
}

/** A request as the database will return it. */
export function toNewRow(
  { actor, request }: RequestCommand,
  at: Date,
): Omit<TransactionRow, 'referenceId'> {
  const { requestKey, ...said } = request;
  return {
    ...{ userId: actor.userId, id: newId(), kind: 'request', status: 'pending', version: 1 },
    ...{
      paymentMethod: null,
      bankAccountId: null,
      beneficiary: null,
      qrCodeId: null,
      userNotes: null,
    },
    ...{ receiptUrl: null, permanentReceiptUrl: null, sourceId: null, adminNotes: null },
    ...{ decisionKey: null, decidedBy: null, decidedAt: null, approvedBy: null, approvedAt: null },
    ...{ isAdjustment: false, createdAt: at, updatedAt: at },
    ...said,
    requestKey: requestKey.toLowerCase(),
  };
}
