import type { Query } from '#server/db/database.ts';

/** Records a used challenge. Returns false if it was used before: concurrent uses wait for each other. */
export async function insertUsed(
  query: Query,
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const inserted = await query(
    `INSERT INTO used_challenges (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING
     RETURNING 1`,
    [hash, expiresAt],
  );
  return inserted.length > 0;
}

export async function deleteExpired(query: Query, now: Date): Promise<void> {
  await query('DELETE FROM used_challenges WHERE expires_at < $1', [now]);
}
