import type { UserId } from '#contract/base.ts';
import type { Query } from '#server/db/database.ts';

/** The person's own files. What an administrator uploaded for all stays. */
export async function selectPersonalFiles(query: Query, userId: UserId): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM files WHERE user_id = $1 AND kind IN ('receipts', 'avatars')`,
    [userId],
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes a user's row and all that belongs to it. The profile goes first: who changes it holds its
 * lock before the audit chain's, as this command does. The rest goes by its foreign keys.
 */
export async function deletePerson(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM user_profiles WHERE user_id = $1', [userId]);
  await query('UPDATE files SET user_id = NULL WHERE user_id = $1', [userId]);
  await query('DELETE FROM users WHERE id = $1', [userId]);
}
