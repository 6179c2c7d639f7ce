import type { Query } from '#server/db/database.ts';

/**
 * Deletes accounts that were removed before this time and that no request names; `rows` are those to look at. A subquery
 * with a limit uses the index of the person's requests, where NOT EXISTS could read all requests of everyone.
 */
export async function deleteUnused(query: Query, rows: string, before: Date): Promise<void> {
  await query(
    `DELETE FROM bank_accounts b WHERE ${rows} AND CASE WHEN b.deleted_at < $1 THEN
       (SELECT 1 FROM transactions t WHERE t.user_id = b.user_id AND t.bank_account_id = b.id LIMIT 1) IS NULL ELSE false END`,
    [before],
  );
}
