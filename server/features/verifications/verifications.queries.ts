import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { verificationDocuments, verificationRequests } from '#server/db/schema/verifications.ts';
import {
  computed,
  integer,
  type Selected,
  select,
  selectFirst,
  selectionOf,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

const documentColumns = selectionOf(verificationDocuments, 'd');
export type DocumentRow = Selected<typeof documentColumns>;

const requestColumns = selectionOf(verificationRequests, 'r');
export type RequestRow = Selected<typeof requestColumns>;

const isNew = 'user_id = $1 AND created_at > $2';
const newCounts = computed({
  requests: integer(`SELECT count(*) FROM verification_requests WHERE ${isNew}`),
  documents: integer(`SELECT count(*) FROM verification_documents WHERE ${isNew}`),
});

/** Returns the documents of a request, or with null those that were not sent yet and still have their image. */
export async function selectDocuments(
  query: Query,
  { userId, requestId }: { userId: UserId; requestId: string | null },
): Promise<DocumentRow[]> {
  const which =
    requestId === null ? 'd.request_id IS NULL AND d.deleted_at IS NULL' : 'd.request_id = $2';
  return select(
    query,
    documentColumns,
    `SELECT ${documentColumns.sql} FROM verification_documents d WHERE d.user_id = $1 AND ${which}
     ORDER BY d.created_at, d.id`,
    requestId === null ? [userId] : [userId, requestId],
  );
}

export async function selectNewestRequest(
  query: Query,
  userId: UserId,
): Promise<RequestRow | undefined> {
  const statement = `SELECT ${requestColumns.sql} FROM verification_requests r WHERE r.user_id = $1
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1`;
  return selectFirst(query, requestColumns, statement, [userId]);
}

export async function lockRequest(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<RequestRow | undefined> {
  const statement = `SELECT ${requestColumns.sql} FROM verification_requests r
    WHERE r.user_id = $1 AND r.id = $2 FOR UPDATE`;
  return selectFirst(query, requestColumns, statement, [userId, id]);
}

/** Returns how many requests and documents a user made since a time, with those that were deleted. */
export async function countSince(
  query: Query,
  { userId, since }: { userId: UserId; since: Date },
): Promise<{ requests: number; documents: number }> {
  const row = await selectFirst(query, newCounts, `SELECT ${newCounts.sql}`, [userId, since]);
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
  await update(tx.query, verificationDocuments, {
    set: { requestId: id },
    where: { userId, requestId: null, deletedAt: null },
  });
}

export async function endRequest(
  tx: Tx,
  request: Pick<RequestRow, 'userId' | 'id' | 'level' | 'state' | 'reason' | 'decidedBy'>,
): Promise<void> {
  const { userId, id, state, level, reason, decidedBy } = request;
  await update(tx.query, verificationRequests, {
    set: { state, level, reason, decidedBy, decidedAt: tx.at },
    where: { userId, id, state: 'waiting' },
  });
}

/** Marks documents as deleted, and their request as erased. Their facts stay. */
export async function markErased(
  tx: Tx,
  { userId, ids, requestId }: { userId: UserId; ids: string[]; requestId: string | null },
): Promise<void> {
  await update(tx.query, verificationDocuments, {
    set: { deletedAt: tx.at },
    where: { userId, id: ids },
  });
  if (requestId === null) return;
  await update(tx.query, verificationRequests, {
    set: { erasedAt: tx.at },
    where: { userId, id: requestId },
  });
}
