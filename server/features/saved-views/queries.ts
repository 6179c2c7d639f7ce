import type { SavedView } from '#contract/saved-views/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';

export async function selectViews(query: Query, userId: UserId): Promise<SavedView[]> {
  return query(
    'SELECT id, list, name, search FROM saved_views WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  );
}

export async function insertView(
  query: Query,
  { view, userId, at }: { view: SavedView; userId: UserId; at: Date },
): Promise<void> {
  await query(
    'INSERT INTO saved_views (user_id, id, list, name, search, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [userId, view.id, view.list, view.name, JSON.stringify(view.search), at],
  );
}

export async function renameView(
  query: Query,
  { userId, id, name }: { userId: UserId; id: string; name: string },
): Promise<boolean> {
  const renamed = await query(
    'UPDATE saved_views SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING id',
    [userId, id, name],
  );
  return renamed.length > 0;
}

export async function deleteView(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<boolean> {
  const deleted = await query(
    'DELETE FROM saved_views WHERE user_id = $1 AND id = $2 RETURNING id',
    [userId, id],
  );
  return deleted.length > 0;
}
