import type { UserId } from '#contract/shared/base.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import type { Query } from '#server/db/database.ts';
import { users } from '#server/db/schema/users.ts';
import { renamed, select, selectFirst, selectionOf } from '#server/db/selection.ts';

const claimed = renamed(users, 'u', { userId: 'id' });

/** Marks the day at those administrators who still need its digest. Two servers do not get the same ones. */
export async function claimDigests(query: Query, day: string): Promise<UserId[]> {
  const rows = await select(
    query,
    claimed,
    `UPDATE mail_preferences p SET digest_day = $1
     FROM users u JOIN recovery_addresses r ON r.user_id = u.id AND r.address IS NOT NULL
     WHERE u.id = p.user_id AND u.role = 'admin' AND u.status = 'active'
       AND p.has_digest AND p.digest_day IS DISTINCT FROM $1
     RETURNING ${claimed.sql}`,
    [day],
  );
  return rows.map(({ userId }) => userId);
}

/** Returns the admin role of an administrator who still has the digest switched on. */
export async function findDigestReader(
  query: Query,
  userId: UserId,
): Promise<AdminRole | undefined> {
  const row = await selectFirst(
    query,
    selectionOf(users, 'u', ['adminRole']),
    `FROM users u JOIN mail_preferences p ON p.user_id = u.id
     WHERE u.id = $1 AND u.role = 'admin' AND u.status = 'active' AND p.has_digest`,
    [userId],
  );
  return row?.adminRole;
}
