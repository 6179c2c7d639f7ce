import type { Query } from '#server/db/database.ts';
import { auditKeys } from '#server/db/schema/audit.ts';
import { type Selected, select, selectionOf, selectValue, text } from '#server/db/selection.ts';

const columns = selectionOf(auditKeys, 'k');
export type KnownKey = Selected<typeof columns>;

/** Returns the id of the log. Holds its lock, so that servers that start together register one key. */
export async function lockLog(query: Query): Promise<string> {
  const logId = await selectValue(query, text('log_id'), 'FROM audit_tree FOR UPDATE');
  if (!logId) throw new Error('The row of audit_tree is missing');
  return logId;
}

/** Returns the registered keys, oldest first. */
export async function selectKeys(query: Query): Promise<KnownKey[]> {
  return select(query, columns, 'FROM audit_keys k ORDER BY created_at, key_id');
}

export async function insertKey(query: Query, key: KnownKey): Promise<void> {
  await query('INSERT INTO audit_keys (key_id, verifier_key, created_at) VALUES ($1, $2, $3)', [
    key.keyId,
    key.verifierKey,
    key.createdAt,
  ]);
}
