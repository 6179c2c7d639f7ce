import type { Source } from '#contract/sources/schema.ts';
import type { Query } from '#server/db/database.ts';

const columns = 'id, name, description, is_active AS "isActive", created_at AS "createdAt"';
const order = 'ORDER BY created_at DESC, id DESC';

export async function selectSources(query: Query): Promise<Source[]> {
  return query(`SELECT ${columns} FROM sources WHERE deleted_at IS NULL ${order}`);
}

export async function selectActiveSources(query: Query): Promise<{ id: string; name: string }[]> {
  return query(`SELECT id, name FROM sources WHERE is_active ${order}`);
}

/** Returns the id of the oldest source with this name that is not deleted, preferring active ones. */
export async function findSource(query: Query, name: string): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `SELECT id FROM sources WHERE name = $1 AND deleted_at IS NULL
     ORDER BY is_active DESC, created_at, id LIMIT 1`,
    [name],
  );
  return row?.id;
}

export async function lockSource(query: Query, id: string): Promise<Source | undefined> {
  const [row] = await query<Source>(
    `SELECT ${columns} FROM sources WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
    [id],
  );
  return row;
}

export async function saveSource(query: Query, row: Source): Promise<void> {
  await query(
    `INSERT INTO sources (id, name, description, is_active, created_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_active = excluded.is_active`,
    [row.id, row.name, row.description, row.isActive, row.createdAt],
  );
}

/** Marks a source deleted. Its deposits keep its name and are not searched. */
export async function markSourceDeleted(query: Query, id: string, now: Date): Promise<void> {
  await query('UPDATE sources SET is_active = false, deleted_at = $2 WHERE id = $1', [id, now]);
}
