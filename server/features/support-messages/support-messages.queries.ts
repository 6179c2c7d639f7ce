import type { UserId } from '#contract/shared/base.ts';
import type { SupportForm } from '#contract/support-messages/schema.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { supportMessages } from '#server/db/schema/support-messages.ts';
import { countOf, type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(supportMessages, 'm', [
  'name',
  'email',
  'category',
  'subject',
  'message',
]);

export async function findSent(
  query: Query,
  userId: UserId,
  requestKey: string,
): Promise<Selected<typeof columns> | undefined> {
  const statement = `SELECT ${columns.sql} FROM support_messages m WHERE user_id = $1 AND request_key = $2`;
  return selectFirst(query, columns, statement, [userId, requestKey]);
}

export async function countSince(query: Query, userId: UserId, after: Date): Promise<number> {
  return countOf(query, 'support_messages WHERE user_id = $1 AND created_at > $2', [userId, after]);
}

export function insertMessage(
  tx: Tx,
  { id, userId, form, now }: { id: string; userId: UserId; form: SupportForm; now: Date },
): void {
  const row = {
    ...form,
    id,
    userId,
    createdAt: now,
    since: now,
    repliedAt: null,
    answeredBy: null,
  };
  insertMany(tx, supportMessages, [row], { defaults: ['state', 'isUnread'] });
}
