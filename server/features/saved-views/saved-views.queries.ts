import type { SavedView } from '#contract/saved-views/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { savedViews } from '#server/db/schema/saved-views.ts';
import { select, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = selectionOf(savedViews, 'v', ['id', 'list', 'name', 'search']);

export async function selectViews(query: Query, userId: UserId): Promise<SavedView[]> {
  return select(query, columns, 'FROM saved_views v WHERE user_id = $1 ORDER BY created_at, id', [
    userId,
  ]);
}

export function insertView(tx: Tx, { view, userId }: { view: SavedView; userId: UserId }): void {
  insertMany(tx, savedViews, [{ ...view, userId, createdAt: tx.at }]);
}

export async function renameView(
  query: Query,
  { userId, id, name }: { userId: UserId; id: string; name: string },
): Promise<boolean> {
  return update(query, savedViews, { set: { name }, where: { userId, id } });
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
