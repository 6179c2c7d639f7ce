import type { ProfileForm } from '#contract/profiles/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Language } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';

export type ProfileRow = { [Field in keyof ProfileForm]: string | null } & {
  avatarUrl: string | null;
  language: Language | null;
};

const columns = `first_name AS "firstName", last_name AS "lastName", email, phone, address, city,
  country, avatar_url AS "avatarUrl", language`;

export async function findProfile(query: Query, userId: UserId): Promise<ProfileRow | undefined> {
  const [row] = await query<ProfileRow>(`SELECT ${columns} FROM user_profiles WHERE user_id = $1`, [
    userId,
  ]);
  return row;
}

export async function lockProfile(
  query: Query,
  userId: UserId,
  now: Date,
): Promise<ProfileRow | undefined> {
  const [row] = await query<ProfileRow>(
    `INSERT INTO user_profiles AS kept (user_id, updated_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET updated_at = kept.updated_at RETURNING ${columns}`,
    [userId, now],
  );
  return row;
}

export async function saveProfile(
  query: Query,
  { userId, row, now }: { userId: UserId; row: ProfileRow; now: Date },
): Promise<void> {
  const { firstName, lastName, email, phone, address, city, country, avatarUrl, language } = row;
  await query(
    `UPDATE user_profiles SET first_name = $2, last_name = $3, email = $4, phone = $5, address = $6,
       city = $7, country = $8, avatar_url = $9, language = $10, updated_at = $11
     WHERE user_id = $1`,
    [userId, firstName, lastName, email, phone, address, city, country, avatarUrl, language, now],
  );
}
