import type { UserId } from '#contract/shared/base.ts';
import type { RequestableLevel, VerificationState } from '#contract/verifications/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { verificationDocuments } from '#server/db/schema/verifications.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';

const documentColumns = selectionOf(verificationDocuments, 'd');
export type DocumentRow = Selected<typeof documentColumns>;

export interface RequestRow {
  userId: UserId;
  id: string;
  level: RequestableLevel;
  state: VerificationState;
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  erasedAt: Date | null;
}

const requestColumns = `r.user_id AS "userId", r.id, r.level, r.state, r.reason, r.created_at AS "createdAt",
  r.decided_at AS "decidedAt", r.decided_by AS "decidedBy", r.erased_at AS "erasedAt"`;

/** Returns the documents of a request, or with null those that were not sent yet and still have their image. */
export async function selectDocuments(
  query: Query,
  { userId, requestId }: { userId: UserId; requestId: string | null },
): Promise<DocumentRow[]> {
  const which =
    requestId === null ? 'd.request_id IS NULL AND d.deleted_at IS NULL' : 'd.request_id = $2';
  return query(
    `SELECT ${documentColumns.sql} FROM verification_documents d WHERE d.user_id = $1 AND ${which}
     ORDER BY d.created_at, d.id`,
    requestId === null ? [userId] : [userId, requestId],
  );
}

export async function selectNewestRequest(
  query: Query,
  userId: UserId,
): Promise<RequestRow | undefined> {
  const [row] = await query<RequestRow>(
    `SELECT ${requestColumns} FROM verification_requests r WHERE r.user_id = $1
     ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    [userId],
  );
  return row;
}

export async function lockRequest(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<RequestRow | undefined> {
  const [row] = await query<RequestRow>(
    `SELECT ${requestColumns} FROM verification_requests r WHERE r.user_id = $1 AND r.id = $2 FOR UPDATE`,
    [userId, id],
  );
  return row;
}

/** Returns how many requests and documents a user made since a time, with those that were deleted. */
export async function countSince(
  query: Query,
  { userId, since }: { userId: UserId; since: Date },
): Promise<{ requests: number; documents: number }> {
  const [row] = await query<{ requests: number; documents: number }>(
    `SELECT (SELECT count(*) FROM verification_requests WHERE user_id = $1 AND created_at > $2) AS requests,
       (SELECT count(*) FROM verification_documents WHERE user_id = $1 AND created_at > $2) AS documents`,
    [userId, since],
  );
  return row ?? { requests: 0, documents: 0 };
}

export async function insertRequest(
  tx: Tx,
  { userId, id, level }: Pick<RequestRow, 'userId' | 'id' | 'level'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO verification_requests (user_id, id, level, created_at) VALUES ($1, $2, $3, $4)`,
    [userId, id, level, tx.at],
  );
  await tx.query(
    `UPDATE verification_documents SET request_id = $2
     WHERE user_id = $1 AND request_id IS NULL AND deleted_at IS NULL`,
    [userId, id],
  );
}

export async function endRequest(
  tx: Tx,
  {
    userId,
    id,
    ...change
  }: Pick<RequestRow, 'userId' | 'id' | 'level' | 'state' | 'reason' | 'decidedBy'>,
): Promise<void> {
  await tx.query(
    `UPDATE verification_requests SET state = $3, level = $4, reason = $5, decided_by = $6, decided_at = $7
     WHERE user_id = $1 AND id = $2 AND state = 'waiting'`,
    [userId, id, change.state, change.level, change.reason, change.decidedBy, tx.at],
  );
}

/** Marks documents as deleted, and their request as erased. Their facts stay. */
export async function markErased(
  tx: Tx,
  { userId, ids, requestId }: { userId: UserId; ids: string[]; requestId: string | null },
): Promise<void> {
  await tx.query(
    'UPDATE verification_documents SET deleted_at = $3 WHERE user_id = $1 AND id = ANY ($2::uuid[])',
    [userId, ids, tx.at],
  );
  if (requestId === null) return;
  await tx.query('UPDATE verification_requests SET erased_at = $3 WHERE user_id = $1 AND id = $2', [
    userId,
    requestId,
    tx.at,
  ]);
}
