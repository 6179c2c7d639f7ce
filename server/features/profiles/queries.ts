import { eq } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';

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
  const [row] = await query<ProfileRow>(
    `SELECT ${columns.sql} FROM user_profiles p WHERE user_id = $1`,
    [userId],
  );
  return row;
}

export async function lockProfile(
  query: Query,
  userId: UserId,
  now: Date,
): Promise<ProfileRow | undefined> {
  const [row] = await query<ProfileRow>(
    `INSERT INTO user_profiles AS p (user_id, updated_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET updated_at = p.updated_at RETURNING ${columns.sql}`,
    [userId, now],
  );
  return row;
}

export async function saveProfile(
  orm: Orm,
  { userId, row, now }: { userId: UserId; row: ProfileRow; now: Date },
): Promise<void> {
  const changes = { ...row, updatedAt: now };
  await orm.update(userProfiles).set(changes).where(eq(userProfiles.userId, userId));
}
