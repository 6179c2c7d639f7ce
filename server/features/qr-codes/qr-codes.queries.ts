import type { Query } from '#server/db/database.ts';
import { selectValues, text } from '#server/db/selection.ts';

export async function isActiveQrCode(query: Query, id: string): Promise<boolean> {
  const found = await query('SELECT 1 FROM qr_codes WHERE id = $1 AND is_active', [id]);
  return found.length > 0;
}

/** Returns the ids that exist, including deleted QR codes, and locks their rows. */
export async function lockQrCodeIds(query: Query, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const existing = 'FROM qr_codes WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE';
  return new Set(await selectValues(query, text('id'), existing, [ids]));
}
