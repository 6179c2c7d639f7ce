import type { Tx } from '#server/db/database.ts';
import { updateMany } from '#server/db/insert-many.ts';
import { files } from '#server/db/schema/files.ts';
import { type Selected, select, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(files, 'f', ['id', 'storageKey']);

/** Locks receipts that were not hashed when they were stored, newest first. Other servers take others. */
export async function lockUnhashed(tx: Tx, limit: number): Promise<Selected<typeof columns>[]> {
  const statement = `SELECT ${columns.sql} FROM files f WHERE kind = 'receipts' AND NOT is_hashed
    ORDER BY id DESC LIMIT $1 FOR UPDATE SKIP LOCKED`;
  return select(tx.query, columns, statement, [limit]);
}

export function markHashed(tx: Tx, ids: string[]): void {
  const rows = ids.map((id) => ({ id, isHashed: true }));
  updateMany(tx, files, rows, { key: ['id'], set: ['isHashed'] });
}
