import type { ReasonKind } from '#contract/review/rules.ts';
import type { RejectionReason } from '#contract/settings/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';

export type KnownReason = RejectionReason & { kind: ReasonKind };

const columns = 'id, texts, is_active AS "isActive"';

export async function selectReasons(query: Query, kind: ReasonKind): Promise<RejectionReason[]> {
  return query(`SELECT ${columns} FROM rejection_reasons WHERE kind = $1 ORDER BY created_at, id`, [
    kind,
  ]);
}

export async function selectReasonTexts(
  query: Query,
  { kind, ids }: { kind: ReasonKind; ids: readonly string[] },
): Promise<{ id: string; texts: ReasonTexts }[]> {
  return query(
    'SELECT id, texts FROM rejection_reasons WHERE kind = $1 AND id = ANY ($2::uuid[])',
    [kind, ids],
  );
}

export async function insertReason(
  query: Query,
  { id, kind, texts, isActive }: KnownReason,
  at: Date,
): Promise<void> {
  await query(
    'INSERT INTO rejection_reasons (id, kind, texts, is_active, created_at) VALUES ($1, $2, $3, $4, $5)',
    [id, kind, JSON.stringify(texts), isActive, at],
  );
}

export async function lockReason(query: Query, id: string): Promise<KnownReason | undefined> {
  const [row] = await query<KnownReason>(
    `SELECT kind, ${columns} FROM rejection_reasons WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row;
}

export async function saveReason(query: Query, { id, isActive }: KnownReason): Promise<void> {
  await query('UPDATE rejection_reasons SET is_active = $2 WHERE id = $1', [id, isActive]);
}
