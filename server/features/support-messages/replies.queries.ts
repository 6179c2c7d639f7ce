import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import type { SupportState } from '#contract/support-messages/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany, type NewRow } from '#server/db/insert-many.ts';
import { supportMessages, supportReplies } from '#server/db/schema/support-messages.ts';
import {
  computed,
  countOf,
  integer,
  type Selected,
  selectFirst,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

export interface Name {
  userId: UserId;
  id: string;
}

const columns = together(
  selectionOf(supportMessages, 'm', ['userId', 'id', 'category', 'name', 'email']),
  selectionOf(supportMessages, 'm', ['subject', 'state']),
  computed({
    replyCount: integer(
      'SELECT count(*) FROM support_replies r WHERE r.user_id = m.user_id AND r.message_id = m.id',
    ),
  }),
);
export type LockedConversation = Selected<typeof columns>;

/** Locks a conversation of an account that is not deleted. Call it with the user's row locked, so that the count is exact. */
export async function lockConversation(
  query: Query,
  { userId, id }: Name,
): Promise<LockedConversation | undefined> {
  const statement = `SELECT ${columns.sql}
    FROM support_messages m JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
    WHERE m.user_id = $1 AND m.id = $2 FOR UPDATE OF m`;
  return selectFirst(query, columns, statement, [userId, id]);
}

const sentColumns = selectionOf(supportReplies, 'r', ['messageId', 'text']);

export async function findSentReply(
  query: Query,
  { userId, authorId, requestKey }: { userId: UserId; authorId: UserId; requestKey: string },
): Promise<Selected<typeof sentColumns> | undefined> {
  const statement = `SELECT ${sentColumns.sql} FROM support_replies r
    WHERE user_id = $1 AND author_id = $2 AND request_key = $3`;
  return selectFirst(query, sentColumns, statement, [userId, authorId, requestKey]);
}

export async function countRepliesSince(
  query: Query,
  { authorId, isFromSupport, since }: { authorId: UserId; isFromSupport: boolean; since: Date },
): Promise<number> {
  return countOf(
    query,
    'support_replies WHERE author_id = $1 AND created_at > $2 AND is_from_support = $3',
    [authorId, since, isFromSupport],
  );
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
  const { state: stateBefore, since } = supportMessages;
  const stays = sql`CASE ${stateBefore} WHEN 'open' THEN ${since} ELSE ${tx.at}::timestamptz END`;
  await update(tx.query, supportMessages, {
    set: {
      state,
      since: state === 'open' ? stays : tx.at,
      ...(isReplied ? { repliedAt: tx.at } : {}),
      ...(answeredBy ? { answeredBy } : {}),
      ...(isReplied && answeredBy ? { isUnread: true } : {}),
    },
    where: { userId, id },
  });
}

/** Returns whether the conversation had an unread answer. */
export async function markConversationRead(query: Query, { userId, id }: Name): Promise<boolean> {
  return update(query, supportMessages, {
    set: { isUnread: false },
    where: { userId, id, isUnread: true },
  });
}
