import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { recoveryCodes } from '#server/db/schema/second-factors.ts';
import { computed, integer, type Selected, selectFirst, time } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

export async function deleteCodes(query: Query, userId: UserId): Promise<void> {
  await query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}

export function insertCodes(tx: Tx, userId: UserId, hashes: Buffer[]): void {
  const rows = hashes.map((codeHash) => ({ userId, codeHash, createdAt: tx.at, usedAt: null }));
  insertMany(tx, recoveryCodes, rows);
}

/** Returns false if the code is unknown or was used. */
export async function markUsed(
  query: Query,
  { userId, codeHash, at }: { userId: UserId; codeHash: Buffer; at: Date },
): Promise<boolean> {
  return update(query, recoveryCodes, {
    set: { usedAt: at },
    where: { userId, codeHash, usedAt: null },
  });
}

const counts = computed({
  remaining: integer('count(*) FILTER (WHERE used_at IS NULL)'),
  createdAt: time('max(created_at)'),
});

/** Returns the number of unused codes and when they were made; undefined if there are none, used ones neither. */
export async function countCodes(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof counts> | undefined> {
  return selectFirst(query, counts, 'FROM recovery_codes WHERE user_id = $1 HAVING count(*) > 0', [
    userId,
  ]);
}
