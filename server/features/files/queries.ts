import type { ImageKind } from '#contract/uploads/routes.ts';
import type { Query } from '#server/db/database.ts';

export interface FileRow {
  userId: string;
  storageKey: string;
  contentType: string;
  byteSize: number;
  sha256: string;
  createdAt: Date;
}

export async function findFile(
  query: Query,
  { kind, fileId }: { kind: ImageKind; fileId: string },
): Promise<FileRow | undefined> {
  const [file] = await query<FileRow>(
    `SELECT user_id AS "userId", storage_key AS "storageKey", content_type AS "contentType",
       byte_size AS "byteSize", sha256, created_at AS "createdAt"
     FROM files WHERE id = $1 AND kind = $2`,
    [fileId, kind],
  );
  return file;
}
