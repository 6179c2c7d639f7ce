import type { ReasonKind } from '#contract/review/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { rejectionReasons } from '#server/db/schema/review.ts';
import { type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const columns = selectionOf(rejectionReasons, 'r', ['id', 'texts', 'isActive']);
const textColumns = selectionOf(rejectionReasons, 'r', ['id', 'texts']);
const locked = selectionOf(rejectionReasons, 'r', ['id', 'kind', 'texts', 'isActive']);

export type KnownReason = Selected<typeof locked>;

export async function selectReasons(
  query: Query,
  kind: ReasonKind,
): Promise<Selected<typeof columns>[]> {
  return select(
    query,
    columns,
    'FROM rejection_reasons r WHERE kind = $1 ORDER BY created_at, id',
    [kind],
  );
}

export async function selectReasonTexts(
  query: Query,
  { kind, ids }: { kind: ReasonKind; ids: readonly string[] },
): Promise<Selected<typeof textColumns>[]> {
  return select(
    query,
    textColumns,
    'FROM rejection_reasons r WHERE kind = $1 AND id = ANY ($2::uuid[])',
    [kind, ids],
  );
}

export function insertReason(tx: Tx, reason: KnownReason): void {
  insertMany(tx, rejectionReasons, [{ ...reason, createdAt: tx.at }]);
}

export async function lockReason(query: Query, id: string): Promise<KnownReason | undefined> {
  return selectFirst(query, locked, 'FROM rejection_reasons r WHERE id = $1 FOR UPDATE', [id]);
}

export async function saveReason(query: Query, { id, isActive }: KnownReason): Promise<void> {
  await update(query, rejectionReasons, { set: { isActive }, where: { id } });
}
