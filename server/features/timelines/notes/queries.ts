import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';

export interface Note {
  id: string;
  userId: UserId;
  authorId: UserId;
  text: string;
  requestKey: string;
}

export async function findNoteOfKey(
  query: Query,
  { userId, authorId, requestKey }: Pick<Note, 'userId' | 'authorId' | 'requestKey'>,
): Promise<Pick<Note, 'id' | 'text'> | undefined> {
  const [note] = await query<Pick<Note, 'id' | 'text'>>(
    'SELECT id, text FROM user_notes WHERE user_id = $1 AND author_id = $2 AND request_key = $3',
    [userId, authorId, requestKey],
  );
  return note;
}

/** Serializes new notes about a user. Undefined if there is no such user. */
export async function lockAndCountNotes(query: Query, userId: UserId): Promise<number | undefined> {
  const [user] = await query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  if (!user) return undefined;
  const [row] = await query<{ count: number }>(
    'SELECT count(*) AS count FROM user_notes WHERE user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

export async function insertNote(query: Query, note: Note, at: Date): Promise<void> {
  await query(
    `INSERT INTO user_notes (user_id, id, author_id, text, request_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [note.userId, note.id, note.authorId, note.text, note.requestKey, at],
  );
}

export async function lockNote(
  query: Query,
  { userId, id }: Pick<Note, 'userId' | 'id'>,
): Promise<Pick<Note, 'authorId'> | undefined> {
  const [note] = await query<Pick<Note, 'authorId'>>(
    'SELECT author_id AS "authorId" FROM user_notes WHERE user_id = $1 AND id = $2 FOR UPDATE',
    [userId, id],
  );
  return note;
}

export async function deleteNote(
  query: Query,
  { userId, id }: Pick<Note, 'userId' | 'id'>,
): Promise<void> {
  await query('DELETE FROM user_notes WHERE user_id = $1 AND id = $2', [userId, id]);
}
