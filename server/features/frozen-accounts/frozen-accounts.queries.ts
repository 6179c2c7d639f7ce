import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';

export async function selectFreezes(
  query: Query,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; reason: string }[]> {
  return query(
    `SELECT id AS "userId", freeze_reason AS reason FROM users
     WHERE id = ANY ($1::uuid[]) AND freeze_reason IS NOT NULL`,
    [userIds],
  );
}
