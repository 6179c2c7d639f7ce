import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { users } from '#server/db/schema/users.ts';
import { renamed, required, type Selected, select } from '#server/db/selection.ts';

const freezes = required(renamed(users, 'u', { userId: 'id', reason: 'freezeReason' }));

export async function selectFreezes(
  query: Query,
  userIds: readonly UserId[],
): Promise<Selected<typeof freezes>[]> {
  return select(
    query,
    freezes,
    'FROM users u WHERE id = ANY ($1::uuid[]) AND freeze_reason IS NOT NULL',
    [userIds],
  );
}
