import type { Query } from '#server/db/database.ts';
import { qrCodes } from '#server/db/schema/qr-codes.ts';
import { select, selectionOf } from '#server/db/selection.ts';

const idColumn = selectionOf(qrCodes, 'q', ['id']);

export async function isActiveQrCode(query: Query, id: string): Promise<boolean> {
  const found = await query('SELECT 1 FROM qr_codes WHERE id = $1 AND is_active', [id]);
  return found.length > 0;
}

/** Returns the ids that exist, including deleted QR codes, and locks their rows. */
export async function lockQrCodeIds(query: Query, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await select(
    query,
    idColumn,
    'FROM qr_codes q WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
