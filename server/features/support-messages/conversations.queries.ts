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
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';

const since = 'coalesce(m.since, m.created_at)';
const lastAt = 'coalesce(m.replied_at, m.created_at)';
const columns = `m.id, m.category, m.subject, m.state, m.created_at AS "createdAt", ${lastAt} AS "lastAt"`;
const ownColumns = `${columns}, m.is_unread AS "isUnread"`;
const rowColumns = `${columns}, m.user_id AS "userId", u.username, ${since} AS since, a.username AS "answeredBy"`;
/** The account of the administrator, unless it was deleted. */
const administrator = (column: string) =>
  `LEFT JOIN users a ON a.id = ${column} AND a.deleted_at IS NULL`;

export async function selectOwnConversations(
  query: Query,
  { userId, after, limit }: { userId: UserId; after: Position | undefined; limit: number },
): Promise<OwnConversation[]> {
  const { at, id } = after ?? NEWEST;
  return query(
    `SELECT ${ownColumns} FROM support_messages m WHERE m.user_id = $1 AND (${lastAt}, m.id) < ($2, $3)
     ORDER BY ${lastAt} DESC, m.id DESC LIMIT $4`,
    [userId, at, id, limit],
  );
}

export async function countUnread(query: Query, userId: UserId, most: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM support_messages WHERE user_id = $1 AND is_unread LIMIT $2) AS unread`,
    [userId, most],
  );
  return row?.count ?? 0;
}

export async function findOwnConversation(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Omit<OwnConversationDetails, 'replies'> | undefined> {
  const [row] = await query<Omit<OwnConversationDetails, 'replies'>>(
    `SELECT ${ownColumns}, m.message FROM support_messages m WHERE m.user_id = $1 AND m.id = $2`,
    [userId, id],
  );
  return row;
}

/** Returns the replies of a conversation, oldest first, with the usernames of administrators. */
export async function selectReplies(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Answer[]> {
  return query(
    `SELECT r.id, r.is_from_support AS "isFromSupport", r.text, r.created_at AS "createdAt",
       CASE WHEN r.is_from_support THEN a.username END AS author
     FROM support_replies r ${administrator('r.author_id')}
     WHERE r.user_id = $1 AND r.message_id = $2 ORDER BY r.created_at, r.id`,
    [userId, id],
  );
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
  return query(
    `SELECT ${rowColumns} FROM support_messages m
     JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL ${administrator('m.answered_by')}
     WHERE m.state = '${state}' AND ${where} ORDER BY ${order} LIMIT $3`,
    [after?.at ?? null, after?.id ?? NEWEST.id, limit],
  );
}

export async function countOpen(query: Query, most: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM support_messages m JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL
       WHERE m.state = 'open' LIMIT $1) AS open`,
    [most],
  );
  return row?.count ?? 0;
}

export async function findConversation(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Omit<ConversationDetails, 'replies'> | undefined> {
  const [row] = await query<Omit<ConversationDetails, 'replies'>>(
    `SELECT ${rowColumns}, m.name, m.email, m.message FROM support_messages m
     JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL ${administrator('m.answered_by')}
     WHERE m.user_id = $1 AND m.id = $2`,
    [userId, id],
  );
  return row;
}
