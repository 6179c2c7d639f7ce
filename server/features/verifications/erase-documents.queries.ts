import type { Query } from '#server/db/database.ts';
import { verificationDocuments, verificationRequests } from '#server/db/schema/verifications.ts';
import { type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';

const requestColumns = selectionOf(verificationRequests, 'r', ['userId', 'id', 'level']);
const documentColumns = selectionOf(verificationDocuments, 'd', ['userId', 'id', 'kind']);

/** Returns an ended request whose images are due, and locks it. Skips requests that another server erases. */
export async function lockDueRequest(
  query: Query,
  before: Date,
): Promise<Selected<typeof requestColumns> | undefined> {
  const statement = `SELECT ${requestColumns.sql} FROM verification_requests r
    WHERE decided_at < $1 AND erased_at IS NULL ORDER BY decided_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return selectFirst(query, requestColumns, statement, [before]);
}

/** Returns documents that were not sent for review in time, and locks them. */
export async function lockUnsent(
  query: Query,
  { before, limit }: { before: Date; limit: number },
): Promise<Selected<typeof documentColumns>[]> {
  const statement = `SELECT ${documentColumns.sql} FROM verification_documents d
    WHERE request_id IS NULL AND deleted_at IS NULL AND created_at < $1
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`;
  return select(query, documentColumns, statement, [before, limit]);
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
