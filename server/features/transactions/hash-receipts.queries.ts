import type { Tx } from '#server/db/database.ts';

interface UnhashedFile {
  id: string;
  storageKey: string;
}

/** Locks receipts that were not hashed when they were stored, newest first. Other servers take others. */
export async function lockUnhashed(tx: Tx, limit: number): Promise<UnhashedFile[]> {
  return tx.query(
    `SELECT id, storage_key AS "storageKey" FROM files WHERE kind = 'receipts' AND NOT is_hashed
     ORDER BY id DESC LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
}

export function markHashed(tx: Tx, ids: string[]): void {
  tx.write('UPDATE files SET is_hashed = true WHERE id = ANY ($1::uuid[])', [ids]);
}
