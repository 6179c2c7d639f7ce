import type { UserId } from '#contract/shared/base.ts';
import type { SupportState } from '#contract/support-messages/rules.ts';
import type {
  Answer,
  ConversationDetails,
  ConversationRow,
  OwnConversation,
  OwnConversationDetails,
} from '#contract/support-messages/schema.ts';
import type { Query } from '#server/db/database.ts';
import { supportMessages, supportReplies } from '#server/db/schema/support-messages.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  countOf,
  nullable,
  optional,
  renamed,
  select,
  selectFirst,
  selectionOf,
  text,
  time,
  together,
} from '#server/db/selection.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';

const since = 'coalesce(m.since, m.created_at)';
const lastAt = 'coalesce(m.replied_at, m.created_at)';
const columns = together(
  selectionOf(supportMessages, 'm', ['id', 'category', 'subject', 'state', 'createdAt']),
  computed({ lastAt: time(lastAt) }),
);
const ownColumns = together(columns, selectionOf(supportMessages, 'm', ['isUnread']));
const ownDetails = together(ownColumns, selectionOf(supportMessages, 'm', ['message']));
const rowColumns = together(
  columns,
  selectionOf(supportMessages, 'm', ['userId']),
  selectionOf(users, 'u', ['username']),
  computed({ since: time(since) }),
  optional(renamed(users, 'a', { answeredBy: 'username' })),
);
const details = together(
  rowColumns,
  selectionOf(supportMessages, 'm', ['name', 'email', 'message']),
);
const answerColumns = together(
  selectionOf(supportReplies, 'r', ['id', 'isFromSupport', 'text', 'createdAt']),
  computed({ author: nullable(text('CASE WHEN r.is_from_support THEN a.username END')) }),
);
/** The account of the administrator, unless it was deleted. */
const administrator = (column: string) =>
  `LEFT JOIN users a ON a.id = ${column} AND a.deleted_at IS NULL`;

export async function selectOwnConversations(
  query: Query,
  { userId, after, limit }: { userId: UserId; after: Position | undefined; limit: number },
): Promise<OwnConversation[]> {
  const { at, id } = after ?? NEWEST;
  const statement = `SELECT ${ownColumns.sql} FROM support_messages m
    WHERE m.user_id = $1 AND (${lastAt}, m.id) < ($2, $3)
    ORDER BY ${lastAt} DESC, m.id DESC LIMIT $4`;
  return select(query, ownColumns, statement, [userId, at, id, limit]);
}

export async function countUnread(query: Query, userId: UserId, most: number): Promise<number> {
  return countOf(
    query,
    '(SELECT FROM support_messages WHERE user_id = $1 AND is_unread LIMIT $2) AS unread',
    [userId, most],
  );
}

export async function findOwnConversation(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Omit<OwnConversationDetails, 'replies'> | undefined> {
  const statement = `SELECT ${ownDetails.sql} FROM support_messages m WHERE m.user_id = $1 AND m.id = $2`;
  return selectFirst(query, ownDetails, statement, [userId, id]);
}

/** Returns the replies of a conversation, oldest first, with the usernames of administrators. */
export async function selectReplies(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Answer[]> {
  const statement = `SELECT ${answerColumns.sql} FROM support_replies r ${administrator('r.author_id')}
    WHERE r.user_id = $1 AND r.message_id = $2 ORDER BY r.created_at, r.id`;
  return select(query, answerColumns, statement, [userId, id]);
}

const orders = {
  open: {
    where: `($1::timestamptz IS NULL OR (${since}, m.id) > ($1::timestamptz, $2::uuid))`,
    order: `${since}, m.id`,
  },
  answered: {
    where: `(${since}, m.id) < (coalesce($1::timestamptz, 'infinity'), $2::uuid)`,
    order: `${since} DESC, m.id DESC`,
  },
};

/** Returns conversations after a position: those that wait the longest first, or the newest answer first. */
export async function selectConversations(
  query: Query,
  { state, after, limit }: { state: SupportState; after: Position | undefined; limit: number },
): Promise<ConversationRow[]> {
  const { where, order } = orders[state];
  const statement = `SELECT ${rowColumns.sql} FROM support_messages m
    JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL ${administrator('m.answered_by')}
    WHERE m.state = '${state}' AND ${where} ORDER BY ${order} LIMIT $3`;
  return select(query, rowColumns, statement, [after?.at ?? null, after?.id ?? NEWEST.id, limit]);
}

export async function countOpen(query: Query, most: number): Promise<number> {
  return countOf(
    query,
    `(SELECT FROM support_messages m JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
      WHERE m.state = 'open' LIMIT $1) AS open`,
    [most],
  );
}

export async function findConversation(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Omit<ConversationDetails, 'replies'> | undefined> {
  const statement = `SELECT ${details.sql} FROM support_messages m
    JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL ${administrator('m.answered_by')}
    WHERE m.user_id = $1 AND m.id = $2`;
  return selectFirst(query, details, statement, [userId, id]);
}
