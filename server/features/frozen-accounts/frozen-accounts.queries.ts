import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { users } from '#server/db/schema/users.ts';
import { computed, renamed, type Selected, select, text, together } from '#server/db/selection.ts';

const freezes = together(
  renamed(users, 'u', { userId: 'id' }),
  computed({ reason: text('freeze_reason') }),
);

export async function selectFreezes(
  query: Query,
  userIds: readonly UserId[],
): Promise<Selected<typeof freezes>[]> {
  return select(
    query,
    freezes,
    `FROM users u
     WHERE id = ANY ($1::uuid[]) AND freeze_reason IS NOT NULL`,
    [userIds],
  );
}
