import type { UserId } from '#contract/shared/base.ts';
import type { SupportState } from '#contract/support-messages/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, type NewRow } from '#server/db/insert-many.ts';
import { supportMessages, supportReplies } from '#server/db/schema/support-messages.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

export interface Name {
  userId: UserId;
  id: string;
}

const columns = selectionOf(supportMessages, 'm', [
  'category',
  'name',
  'email',
  'subject',
  'state',
]);
export type LockedConversation = Selected<typeof columns> & Name & { replyCount: number };

/** Locks a conversation of an account that is not deleted. Call it with the user's row locked, so that the count is exact. */
export async function lockConversation(
  query: Query,
  { userId, id }: Name,
): Promise<LockedConversation | undefined> {
  const [row] = await query<LockedConversation>(
    `SELECT ${columns.sql}, m.user_id AS "userId", m.id,
       (SELECT count(*) FROM support_replies r WHERE r.user_id = m.user_id AND r.message_id = m.id)::int AS "replyCount"
     FROM support_messages m JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
     WHERE m.user_id = $1 AND m.id = $2 FOR UPDATE OF m`,
    [userId, id],
  );
  return row;
}

const sentColumns = selectionOf(supportReplies, 'r', ['messageId', 'text']);

export async function findSentReply(
  query: Query,
  { userId, authorId, requestKey }: { userId: UserId; authorId: UserId; requestKey: string },
): Promise<Selected<typeof sentColumns> | undefined> {
  const [row] = await query<Selected<typeof sentColumns>>(
    `SELECT ${sentColumns.sql} FROM support_replies r WHERE user_id = $1 AND author_id = $2 AND request_key = $3`,
    [userId, authorId, requestKey],
  );
  return row;
}

export async function countRepliesSince(
  query: Query,
  { authorId, isFromSupport, since }: { authorId: UserId; isFromSupport: boolean; since: Date },
): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM support_replies
     WHERE author_id = $1 AND created_at > $2 AND is_from_support = $3`,
    [authorId, since, isFromSupport],
  );
  return row?.count ?? 0;
}

export function insertReply(tx: Tx, reply: Omit<NewRow<typeof supportReplies>, 'createdAt'>): void {
  insertMany(tx, supportReplies, [{ ...reply, createdAt: tx.at }]);
}

/** Changes the state. A conversation that stays open waits since the same time. */
export async function setConversationState(
  tx: Tx,
  {
    userId,
    id,
    state,
    isReplied,
    answeredBy,
  }: Name & { state: SupportState; isReplied: boolean; answeredBy: UserId | null },
): Promise<void> {
  await tx.query(
    `UPDATE support_messages SET state = $3,
       since = CASE WHEN state = $3 AND $3 = 'open' THEN since ELSE $4::timestamptz END,
       replied_at = CASE WHEN $5 THEN $4::timestamptz ELSE replied_at END,
       answered_by = coalesce($6, answered_by),
       is_unread = is_unread OR ($5 AND $6::uuid IS NOT NULL)
     WHERE user_id = $1 AND id = $2`,
    [userId, id, state, tx.at, isReplied, answeredBy],
  );
}

/** Returns whether the conversation had an unread answer. */
export async function markConversationRead(query: Query, { userId, id }: Name): Promise<boolean> {
  return update(query, supportMessages, {
    set: { isUnread: false },
    where: { userId, id, isUnread: true },
  });
}
