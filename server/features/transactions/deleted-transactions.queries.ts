import type { Query } from '#server/db/database.ts';
import { gatherIds, MAX_GATHERED, MAX_GATHERED_USERS } from '#server/platform/lists/search.ts';

/** A lookup by primary key, since PostgreSQL would otherwise join all accounts. */
export function isOfDeleted(table: string): string {
  return `(SELECT u.deleted_at IS NOT NULL FROM users u WHERE u.id = ${table}.user_id)`;
}

/** Returns ids of the deleted accounts; undefined if there are too many. */
export function gatherDeleted(query: Query): Promise<string[] | undefined> {
  const sql = 'SELECT id FROM users WHERE deleted_at IS NOT NULL';
  return gatherIds(query, { sql, values: [], most: MAX_GATHERED_USERS });
}

/** Returns ids of all transactions of these users; undefined if there are too many. */
export function gatherOfUsers(query: Query, userIds: string[]): Promise<string[] | undefined> {
  const sql = `SELECT theirs.id FROM unnest($1::uuid[]) AS owner (user_id) CROSS JOIN LATERAL (
    SELECT id FROM transactions t WHERE t.user_id = owner.user_id LIMIT ${MAX_GATHERED + 1}) AS theirs`;
  return gatherIds(query, { sql, values: [userIds], most: MAX_GATHERED });
}
