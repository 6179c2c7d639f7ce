import type { QrCode } from '#contract/qr-codes/schema.ts';
import type { Query } from '#server/db/database.ts';

/** A stored QR code; `qrImageUrl` is a path on this server. */
export interface QrCodeRow {
  id: string;
  name: string;
  description: string | null;
  qrImageUrl: string;
  isActive: boolean;
  createdAt: Date;
}

const columns = `id, name, description, qr_image_url AS "qrImageUrl", is_active AS "isActive",
  created_at AS "createdAt"`;

export async function selectQrCodes(query: Query): Promise<QrCodeRow[]> {
  return query(
    `SELECT ${columns} FROM qr_codes WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC`,
  );
}

export async function selectActiveQrCodes(query: Query): Promise<QrCodeRow[]> {
  return query(`SELECT ${columns} FROM qr_codes WHERE is_active ORDER BY created_at DESC, id DESC`);
}

export async function lockQrCode(query: Query, id: string): Promise<QrCodeRow | undefined> {
  const [row] = await query<QrCodeRow>(
    `SELECT ${columns} FROM qr_codes WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
    [id],
  );
  return row;
}

/** Returns the ids that exist, including deleted QR codes, and locks their rows. */
export async function lockQrCodeIds(query: Query, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query<{ id: string }>(
    'SELECT id FROM qr_codes WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function saveQrCode(query: Query, row: QrCodeRow, now: Date): Promise<void> {
  await query(
    `INSERT INTO qr_codes (id, name, description, qr_image_url, is_active, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
       qr_image_url = excluded.qr_image_url, is_active = excluded.is_active,
       updated_at = excluded.updated_at`,
    [row.id, row.name, row.description, row.qrImageUrl, row.isActive, row.createdAt, now],
  );
}

/** Marks a QR code deleted. Does not search for the deposits that reference it. */
export async function markQrCodeDeleted(query: Query, id: string, now: Date): Promise<void> {
  await query('UPDATE qr_codes SET is_active = false, deleted_at = $2 WHERE id = $1', [id, now]);
}

export function presentQrCode({ qrImageUrl, ...row }: QrCodeRow): QrCode {
  return { ...row, imageUrl: qrImageUrl };
}
