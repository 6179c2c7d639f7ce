import type { Query } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';

export interface StoredPushKey {
  publicKey: string;
  privateKey: Sealed;
}

export async function findPushKey(query: Query): Promise<StoredPushKey | undefined> {
  const [row] = await query<StoredPushKey>(
    'SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys',
  );
  return row;
}

/** Keeps the key of another server that was faster. */
export async function insertPushKey(
  query: Query,
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
): Promise<void> {
  await query(
    `INSERT INTO push_keys (public_key, private_key, created_at) VALUES ($1, $2, now())
     ON CONFLICT (id) DO NOTHING`,
    [publicKey, privateKey],
  );
}

/** Returns false if the stored key is not `before` any more. */
export async function replacePrivateKey(
  query: Query,
  { privateKey, before }: { privateKey: string; before: string },
): Promise<boolean> {
  const rows = await query(
    'UPDATE push_keys SET private_key = $1 WHERE private_key = $2 RETURNING 1',
    [privateKey, before],
  );
  return rows.length > 0;
}
