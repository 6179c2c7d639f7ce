import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { userNotes } from '#server/db/schema/users.ts';
import { countOf, type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';

export interface Note {
  id: string;
  userId: UserId;
  authorId: UserId;
  text: string;
  requestKey: string;
}

const columns = selectionOf(userNotes, 'n', ['id', 'text']);
const authorColumn = selectionOf(userNotes, 'n', ['authorId']);

export async function findNoteOfKey(
  query: Query,
  { userId, authorId, requestKey }: Pick<Note, 'userId' | 'authorId' | 'requestKey'>,
): Promise<Selected<typeof columns> | undefined> {
  const statement = `SELECT ${columns.sql} FROM user_notes n
    WHERE user_id = $1 AND author_id = $2 AND request_key = $3`;
  return selectFirst(query, columns, statement, [userId, authorId, requestKey]);
}

/** Serializes new notes about a user. Undefined if there is no such user. */
export async function lockAndCountNotes(query: Query, userId: UserId): Promise<number | undefined> {
  const [user] = await query(
    'SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [userId],
  );
  if (!user) return undefined;
  return countOf(query, 'user_notes WHERE user_id = $1', [userId]);
}

export function insertNote(tx: Tx, note: Note): void {
  insertMany(tx, userNotes, [{ ...note, createdAt: tx.at }]);
}

export async function lockNote(
  query: Query,
  { userId, id }: Pick<Note, 'userId' | 'id'>,
): Promise<Selected<typeof authorColumn> | undefined> {
  const statement = `SELECT ${authorColumn.sql} FROM user_notes n WHERE user_id = $1 AND id = $2 FOR UPDATE`;
  return selectFirst(query, authorColumn, statement, [userId, id]);
}

export async function deleteNote(
  query: Query,
  { userId, id }: Pick<Note, 'userId' | 'id'>,
): Promise<void> {
  await query('DELETE FROM user_notes WHERE user_id = $1 AND id = $2', [userId, id]);
}
