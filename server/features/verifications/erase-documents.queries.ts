import type { Query } from '#server/db/database.ts';
import type { DocumentRow, RequestRow } from './verifications.queries.ts';

/** Returns an ended request whose images are due, and locks it. Skips requests that another server erases. */
export async function lockDueRequest(
  query: Query,
  before: Date,
): Promise<Pick<RequestRow, 'userId' | 'id' | 'level'> | undefined> {
  const [row] = await query<Pick<RequestRow, 'userId' | 'id' | 'level'>>(
    `SELECT user_id AS "userId", id, level FROM verification_requests
     WHERE decided_at < $1 AND erased_at IS NULL ORDER BY decided_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [before],
  );
  return row;
}

/** Returns documents that were not sent for review in time, and locks them. */
export async function lockUnsent(
  query: Query,
  { before, limit }: { before: Date; limit: number },
): Promise<Pick<DocumentRow, 'userId' | 'id' | 'kind'>[]> {
  return query(
    `SELECT user_id AS "userId", id, kind FROM verification_documents
     WHERE request_id IS NULL AND deleted_at IS NULL AND created_at < $1
     ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [before, limit],
  );
}

/** Deletes facts that are no evidence: of withdrawn requests, and of documents that were never sent. */
export async function deleteLeftOvers(
  query: Query,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const [documents, requests] = [
    await query(
      `DELETE FROM verification_documents WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM verification_documents
         WHERE request_id IS NULL AND deleted_at IS NOT NULL AND created_at < $1 LIMIT $2)) RETURNING 1`,
      [before, limit],
    ),
    await query(
      `DELETE FROM verification_requests WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM verification_requests
         WHERE state = 'withdrawn' AND erased_at IS NOT NULL AND decided_at < $1 LIMIT $2)) RETURNING 1`,
      [before, limit],
    ),
  ];
  return documents.length + requests.length;
}
