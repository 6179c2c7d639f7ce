import type { Passkey } from '#contract/second-factors/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, type NewRow } from '#server/db/insert-many.ts';
import { passkeys } from '#server/db/schema/second-factors.ts';
import { update } from '#server/db/update.ts';

export interface StoredPasskey {
  id: string;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string;
}

const STORED = `id, credential_id AS "credentialId", public_key AS "publicKey", sign_count AS "signCount", transports`;

export async function selectPasskeys(query: Query, userId: UserId): Promise<StoredPasskey[]> {
  return query(`SELECT ${STORED} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`, [
    userId,
  ]);
}

export async function listOwnPasskeys(query: Query, userId: UserId): Promise<Passkey[]> {
  return query(
    `SELECT id, name, is_backed_up AS "isBackedUp", created_at AS "createdAt", last_used_at AS "lastUsedAt"
     FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );
}

export async function findPasskey(
  query: Query,
  { userId, credentialId }: { userId: UserId; credentialId: Buffer },
): Promise<StoredPasskey | undefined> {
  const [found] = await query<StoredPasskey>(
    `SELECT ${STORED} FROM passkeys WHERE user_id = $1 AND credential_id = $2`,
    [userId, credentialId],
  );
  return found;
}

export function insertPasskey(tx: Tx, row: NewRow<typeof passkeys>): void {
  insertMany(tx, passkeys, [row]);
}

/**
 * Records a use. Returns false if the passkey was removed, or if its counter did not increase: then it may be a copy.
 * Most passkeys count nothing and send 0.
 */
export async function recordUse(
  query: Query,
  {
    userId,
    id,
    signCount,
    isBackedUp,
    at,
  }: { userId: UserId; id: string; signCount: number; isBackedUp: boolean; at: Date },
): Promise<boolean> {
  const used = await query(
    `UPDATE passkeys SET sign_count = $3, is_backed_up = $4, last_used_at = $5
     WHERE user_id = $1 AND id = $2 AND (sign_count < $3 OR (sign_count = 0 AND $3 = 0)) RETURNING id`,
    [userId, id, signCount, isBackedUp, at],
  );
  return used.length > 0;
}

export async function renamePasskey(
  query: Query,
  { userId, id, name }: { userId: UserId; id: string; name: string },
): Promise<boolean> {
  return update(query, passkeys, { set: { name }, where: { userId, id } });
}

export async function deletePasskey(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<boolean> {
  const deleted = await query('DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING id', [
    userId,
    id,
  ]);
  return deleted.length > 0;
}
