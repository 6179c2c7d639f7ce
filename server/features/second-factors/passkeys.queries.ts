import { sql } from 'drizzle-orm';
import type { Passkey } from '#contract/second-factors/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, type NewRow } from '#server/db/insert-many.ts';
import { passkeys } from '#server/db/schema/second-factors.ts';
import { type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const stored = selectionOf(passkeys, 'p', [
  ...(['id', 'credentialId', 'publicKey', 'signCount', 'transports'] as const),
]);
export type StoredPasskey = Selected<typeof stored>;
const own = selectionOf(passkeys, 'p', ['id', 'name', 'isBackedUp', 'createdAt', 'lastUsedAt']);

export async function selectPasskeys(query: Query, userId: UserId): Promise<StoredPasskey[]> {
  return select(query, stored, 'FROM passkeys p WHERE user_id = $1 ORDER BY created_at, id', [
    userId,
  ]);
}

export async function listOwnPasskeys(query: Query, userId: UserId): Promise<Passkey[]> {
  return select(query, own, 'FROM passkeys p WHERE user_id = $1 ORDER BY created_at, id', [userId]);
}

export async function findPasskey(
  query: Query,
  { userId, credentialId }: { userId: UserId; credentialId: Buffer },
): Promise<StoredPasskey | undefined> {
  return selectFirst(query, stored, 'FROM passkeys p WHERE user_id = $1 AND credential_id = $2', [
    userId,
    credentialId,
  ]);
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
  const isNewer = sql`${passkeys.signCount} < ${signCount}`;
  return update(query, passkeys, {
    set: { signCount, isBackedUp, lastUsedAt: at },
    where: { userId, id },
    and: signCount === 0 ? sql`${passkeys.signCount} = 0` : isNewer,
  });
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
