import type { ImageKind } from '#contract/uploads/routes.ts';
import type { Query } from '#server/db/database.ts';
import { files } from '#server/db/schema/files.ts';
import { type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(files, 'f', [
  'userId',
  'storageKey',
  'contentType',
  'byteSize',
  'sha256',
  'createdAt',
  'sealedKey',
]);

export type FileRow = Selected<typeof columns>;

export async function findFile(
  query: Query,
  { kind, fileId }: { kind: ImageKind; fileId: string },
): Promise<FileRow | undefined> {
  return selectFirst(query, columns, 'FROM files f WHERE id = $1 AND kind = $2', [fileId, kind]);
}
