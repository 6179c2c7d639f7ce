import { eq } from 'drizzle-orm';
import type { ListLayoutChange } from '#contract/profiles/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(userProfiles, 'p', [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'avatarUrl',
  'language',
]);

export type ProfileRow = Selected<typeof columns>;

export async function findProfile(query: Query, userId: UserId): Promise<ProfileRow | undefined> {
  return selectFirst(query, columns, 'FROM user_profiles p WHERE user_id = $1', [userId]);
}

export async function lockProfile(
  query: Query,
  userId: UserId,
  now: Date,
): Promise<ProfileRow | undefined> {
  return selectFirst(
    query,
    columns,
    `INSERT INTO user_profiles AS p (user_id, updated_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET updated_at = p.updated_at RETURNING ${columns.sql}`,
    [userId, now],
  );
}

export async function saveProfile(
  orm: Orm,
  { userId, row, now }: { userId: UserId; row: ProfileRow; now: Date },
): Promise<void> {
  const changes = { ...row, updatedAt: now };
  await orm.update(userProfiles).set(changes).where(eq(userProfiles.userId, userId));
}

type SavedLayout = { userId: UserId; change: ListLayoutChange; now: Date };

/** Changes only what is given, so that another device can save another list meanwhile. */
export async function saveListLayout(
  query: Query,
  { userId, change: { density, columns }, now }: SavedLayout,
): Promise<void> {
  const hidden = columns && { [columns.list]: [...new Set(columns.hidden)] };
  await query(
    `INSERT INTO user_profiles AS p (user_id, updated_at, row_density, hidden_columns) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at,
       row_density = coalesce(excluded.row_density, p.row_density),
       hidden_columns = coalesce(p.hidden_columns, '{}') || coalesce(excluded.hidden_columns, '{}')`,
    [userId, now, density ?? null, hidden ? JSON.stringify(hidden) : null],
  );
}
