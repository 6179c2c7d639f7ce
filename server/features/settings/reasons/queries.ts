import type { RejectionReason } from '#contract/settings/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';

const columns = 'id, texts, is_active AS "isActive"';

export async function selectReasons(query: Query): Promise<RejectionReason[]> {
  return query(`SELECT ${columns} FROM rejection_reasons ORDER BY created_at, id`);
}

export async function selectReasonTexts(
  query: Query,
  ids: readonly string[],
): Promise<{ id: string; texts: ReasonTexts }[]> {
  return query('SELECT id, texts FROM rejection_reasons WHERE id = ANY ($1::uuid[])', [ids]);
}

export async function insertReason(query: Query, reason: RejectionReason, at: Date): Promise<void> {
  await query(
    'INSERT INTO rejection_reasons (id, texts, is_active, created_at) VALUES ($1, $2, $3, $4)',
    [reason.id, JSON.stringify(reason.texts), reason.isActive, at],
  );
}

export async function lockReason(query: Query, id: string): Promise<RejectionReason | undefined> {
  const [row] = await query<RejectionReason>(
    `SELECT ${columns} FROM rejection_reasons WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row;
}

export async function saveReason(query: Query, { id, isActive }: RejectionReason): Promise<void> {
  await query('UPDATE rejection_reasons SET is_active = $2 WHERE id = $1', [id, isActive]);
}
