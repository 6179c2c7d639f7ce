import type { Query } from '#server/db/database.ts';

/** Deletes the idempotency keys of decisions from before this time; `rows` are those to look at. */
export async function deleteOldKeys(query: Query, rows: string, before: Date): Promise<void> {
  await query(`DELETE FROM decision_requests WHERE ${rows} AND created_at < $1`, [before]);
}
