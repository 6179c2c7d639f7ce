import type { Query } from '#server/db/database.ts';
import { selectValue, text } from '#server/db/selection.ts';

/** Returns the id of the oldest source with this name that is not deleted, preferring active ones. */
export async function findSource(query: Query, name: string): Promise<string | undefined> {
  return selectValue(
    query,
    text('id'),
    `FROM sources WHERE name = $1 AND deleted_at IS NULL
     ORDER BY is_active DESC, created_at, id LIMIT 1`,
    [name],
  );
}
