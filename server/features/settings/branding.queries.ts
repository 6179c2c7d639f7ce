import type { BrandImage } from '#contract/branding/rules.ts';
import type { Query } from '#server/db/database.ts';

export interface ImageRow {
  id: string;
  storageKey: string;
  contentType: string;
  sha256: string;
}

const COLUMNS = { logo: 'brand_logo_id', icon: 'brand_icon_id' } as const;

export async function selectImage(query: Query, image: BrandImage): Promise<ImageRow | undefined> {
  const [row] = await query<ImageRow>(
    `SELECT f.id, storage_key AS "storageKey", content_type AS "contentType", sha256
     FROM wallet_settings w JOIN files f ON f.id = w.${COLUMNS[image]}`,
  );
  return row;
}

export async function updateImage(
  query: Query,
  { image, fileId, at }: { image: BrandImage; fileId: string | null; at: Date },
): Promise<void> {
  await query(`UPDATE wallet_settings SET ${COLUMNS[image]} = $1, updated_at = $2 WHERE id = 1`, [
    fileId,
    at,
  ]);
}
