import type { Tx } from '#server/db/database.ts';

/**
 * Erases reasons and usernames from the ended requests about a deleted account, and the name from requests for its
 * creation. The makers, confirmers, amounts and times stay.
 */
export async function eraseEnded(
  tx: Tx,
  { userId, username }: { userId: string; username: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE approval_requests SET erased_at = $3, reason = NULL, refusal = NULL, before = before - 'username',
       after = after - 'username', target_id = CASE command WHEN 'users.create' THEN $1::text ELSE target_id END
     WHERE state <> 'waiting' AND erased_at IS NULL
       AND (concerned_id = $1::uuid OR (command = 'users.create' AND target_id = $2))`,
    [userId, username, tx.at],
  );
}
