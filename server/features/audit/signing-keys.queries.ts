import type { Query } from '#server/db/database.ts';

export interface KnownKey {
  keyId: string;
  verifierKey: string;
  createdAt: Date;
}

/** Returns the id of the log. Holds its lock, so that servers that start together register one key. */
export async function lockLog(query: Query): Promise<string> {
  const [row] = await query<{ logId: string }>(
    'SELECT log_id AS "logId" FROM audit_tree FOR UPDATE',
  );
  if (!row) throw new Error('The row of audit_tree is missing');
  return row.logId;
}

/** Returns the registered keys, oldest first. */
export async function selectKeys(query: Query): Promise<KnownKey[]> {
  return query(
    `SELECT key_id AS "keyId", verifier_key AS "verifierKey", created_at AS "createdAt"
     FROM audit_keys ORDER BY created_at, key_id`,
  );
}

export async function insertKey(query: Query, key: KnownKey): Promise<void> {
  await query('INSERT INTO audit_keys (key_id, verifier_key, created_at) VALUES ($1, $2, $3)', [
    key.keyId,
    key.verifierKey,
    key.createdAt,
  ]);
}
