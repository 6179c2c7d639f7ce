import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { approvalRequests } from '#server/db/schema/approvals.ts';
import { update } from '#server/db/update.ts';

/**
 * Erases reasons and usernames from the ended requests about a deleted account, and the name from requests for its
 * creation. The makers, confirmers, amounts and times stay.
 */
export async function eraseEnded(
  tx: Tx,
  { userId, username }: { userId: string; username: string | null },
): Promise<void> {
  const { state, command, targetId, concernedId, before, after } = approvalRequests;
  await update(tx.query, approvalRequests, {
    set: {
      erasedAt: tx.at,
      reason: null,
      refusal: null,
      before: sql`${before} - 'username'`,
      after: sql`${after} - 'username'`,
      targetId: sql`CASE ${command} WHEN 'users.create' THEN ${userId}::text ELSE ${targetId} END`,
    },
    where: { erasedAt: null },
    and: sql`${state} <> 'waiting' AND (${concernedId} = ${userId}::uuid OR (${command} = 'users.create' AND ${targetId} = ${username}))`,
  });
}
