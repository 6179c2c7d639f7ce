import type { Query } from '#server/db/database.ts';

/** The beginning of the address of every receipt that this server stores. */
export const RECEIPT_PATH = '/files/receipts/';

export async function hasFile(
  query: Query,
  { fileId, sha256 }: { fileId: string | undefined; sha256: string },
): Promise<boolean> {
  const found = await query('SELECT 1 FROM files WHERE id = $1 AND sha256 = $2', [fileId, sha256]);
  return found.length > 0;
}
