import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import { authenticators } from '#server/db/schema/second-factors.ts';
import { type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = selectionOf(authenticators, 'a', [
  ...(['id', 'secret', 'createdAt', 'lastUsedStep', 'lastUsedAt'] as const),
]);
export type StoredAuthenticator = Selected<typeof columns>;

type State = 'confirmed' | 'pending';
const where = { confirmed: 'confirmed_at IS NOT NULL', pending: 'confirmed_at IS NULL' };

export async function findAuthenticator(
  query: Query,
  userId: UserId,
  state: State,
): Promise<StoredAuthenticator | undefined> {
  return selectFirst(
    query,
    columns,
    `FROM authenticators a WHERE user_id = $1 AND ${where[state]}`,
    [userId],
  );
}

/** Returns whether there was one. */
export async function deleteAuthenticator(
  query: Query,
  userId: UserId,
  state: State,
): Promise<boolean> {
  const deleted = await query(
    `DELETE FROM authenticators WHERE user_id = $1 AND ${where[state]} RETURNING id`,
    [userId],
  );
  return deleted.length > 0;
}

export function insertPending(
  tx: Tx,
  { userId, id, secret }: { userId: UserId; id: string; secret: Sealed },
): void {
  insertMany(tx, authenticators, [
    {
      userId,
      id,
      secret,
      createdAt: tx.at,
      confirmedAt: null,
      lastUsedStep: 0,
      lastUsedAt: null,
    },
  ]);
}

export async function confirmPending(
  query: Query,
  { userId, id, step, at }: { userId: UserId; id: string; step: number; at: Date },
): Promise<void> {
  await update(query, authenticators, {
    set: { confirmedAt: at, lastUsedStep: step },
    where: { userId, id },
  });
}

/** Records the step of a code. Returns false if this code or a later one was used: concurrent uses wait for each other. */
export async function recordStep(
  query: Query,
  { userId, id, step, at }: { userId: UserId; id: string; step: number; at: Date },
): Promise<boolean> {
  return update(query, authenticators, {
    set: { lastUsedStep: step, lastUsedAt: at },
    where: { userId, id },
    and: sql`${authenticators.lastUsedStep} < ${step}`,
  });
}

const secretColumns = selectionOf(authenticators, 'a', ['userId', 'id', 'secret']);
type SealedSecret = Selected<typeof secretColumns>;

/** Returns the next secrets in key order. */
export async function selectSecrets(
  query: Query,
  { userId, id }: { userId: string; id: string },
  limit: number,
): Promise<SealedSecret[]> {
  return select(
    query,
    secretColumns,
    `FROM authenticators a
     WHERE (user_id, id) > ($1::uuid, $2::uuid) ORDER BY user_id, id LIMIT $3`,
    [userId, id, limit],
  );
}

/** Replaces a secret that is still as it was read. */
export async function replaceSecret(
  query: Query,
  { userId, id, secret, before }: SealedSecret & { before: Sealed },
): Promise<boolean> {
  return update(query, authenticators, { set: { secret }, where: { userId, id, secret: before } });
}
