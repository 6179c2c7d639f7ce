import type { UserId } from '#contract/shared/base.ts';
import type { SupportForm } from '#contract/support-messages/schema.ts';
import type { Query } from '#server/db/database.ts';

export async function findSent(
  query: Query,
  userId: UserId,
  requestKey: string,
): Promise<Omit<SupportForm, 'requestKey'> | undefined> {
  const [row] = await query<Omit<SupportForm, 'requestKey'>>(
    `SELECT name, email, category, subject, message FROM support_messages
     WHERE user_id = $1 AND request_key = $2`,
    [userId, requestKey],
  );
  return row;
}

export async function countSince(query: Query, userId: UserId, after: Date): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT count(*) AS count FROM support_messages WHERE user_id = $1 AND created_at > $2',
    [userId, after],
  );
  return row?.count ?? 0;
}

export async function insertMessage(
  query: Query,
  { id, userId, form, now }: { id: string; userId: UserId; form: SupportForm; now: Date },
): Promise<void> {
  const { name, email, category, subject, message, requestKey } = form;
  await query(
    `INSERT INTO support_messages
       (user_id, id, name, email, category, subject, message, request_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [userId, id, name, email, category, subject, message, requestKey, now],
  );
}
