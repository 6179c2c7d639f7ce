import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { NOTIFICATION_TABS } from '#contract/notifications/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { updateReturning } from '#server/db/update.ts';
import type { Position } from '#server/platform/lists/cursor.ts';

type Tab = (typeof NOTIFICATION_TABS)[number];

const inTab = {
  all: undefined,
  unread: eq(notifications.read, false),
  transactions: eq(notifications.category, 'transaction'),
  system: ne(notifications.category, 'transaction'),
};

export async function selectNotifications(
  orm: Orm,
  {
    userId,
    tab,
    after,
    limit,
  }: { userId: UserId; tab: Tab; after: Position | undefined; limit: number },
) {
  const { createdAt, id } = notifications;
  const older = after && sql`(${createdAt}, ${id}) < (${after.at.toISOString()}, ${after.id})`;
  return orm
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), inTab[tab], older))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
}

export async function countNotifications(
  query: Query,
  userId: string,
): Promise<{ unreadCount: number; totalCount: number }> {
  const [counts] = await query<{ unreadCount: number; totalCount: number }>(
    `SELECT count(*) FILTER (WHERE NOT read) AS "unreadCount", count(*) AS "totalCount"
     FROM notifications WHERE user_id = $1`,
    [userId],
  );
  return counts ?? { unreadCount: 0, totalCount: 0 };
}

export async function markAllRead(query: Query, userId: UserId): Promise<{ id: string }[]> {
  return updateReturning(query, notifications, ['id'], {
    set: { read: true },
    where: { userId, read: false },
  });
}

const COLUMNS = `user_id, id, title, message, title_key, message_key, params, type, category, read,
  data, created_at`;

export async function putAside(
  query: Query,
  { userId, id, removedAt }: { userId: UserId; id: string | undefined; removedAt: Date },
): Promise<{ id: string }[]> {
  return query(
    `WITH gone AS (
       DELETE FROM notifications WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2)
       RETURNING ${COLUMNS})
     INSERT INTO removed_notifications (${COLUMNS}, removed_at) SELECT ${COLUMNS}, $3 FROM gone
     RETURNING id`,
    [userId, id, removedAt],
  );
}

export async function bringBack(
  query: Query,
  { userId, removedAt }: { userId: UserId; removedAt: Date },
): Promise<{ id: string }[]> {
  return query(
    `WITH back AS (
       DELETE FROM removed_notifications WHERE user_id = $1 AND removed_at = $2
       RETURNING ${COLUMNS})
     INSERT INTO notifications (${COLUMNS}) SELECT ${COLUMNS} FROM back
     RETURNING id`,
    [userId, removedAt],
  );
}

export async function deleteRemovedBefore(query: Query, moment: Date): Promise<void> {
  await query('DELETE FROM removed_notifications WHERE removed_at < $1', [moment]);
}

/** Marks notifications read, locking them in order of users. Returns the changed ones. */
export async function markNotificationsRead(
  query: Query,
  wanted: { userId: UserId; id: string }[],
): Promise<{ id: string; userId: UserId }[]> {
  return query(
    `WITH unread AS MATERIALIZED (
       SELECT user_id, id FROM notifications
       WHERE (user_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND NOT read
       ORDER BY user_id FOR UPDATE)
     UPDATE notifications AS one SET read = true FROM unread
     WHERE one.user_id = unread.user_id AND one.id = unread.id
     RETURNING one.id, one.user_id AS "userId"`,
    [wanted.map(({ userId }) => userId), wanted.map(({ id }) => id)],
  );
}

export async function deleteNotificationsFrom(
  query: Query,
  userId: string,
): Promise<{ id: string; userId: string }[]> {
  return query(
    `WITH removed AS (DELETE FROM removed_notifications WHERE data->>'from_user_id' = $1)
     DELETE FROM notifications WHERE data->>'from_user_id' = $1 RETURNING id, user_id AS "userId"`,
    [userId],
  );
}

export async function selectActiveAdmins(query: Query): Promise<UserId[]> {
  const rows = await query<{ id: UserId }>(
    `SELECT id FROM users WHERE role = 'admin' AND status = 'active' ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}
