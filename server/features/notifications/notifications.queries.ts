import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { NOTIFICATION_TABS } from '#contract/notifications/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import {
  computed,
  integer,
  personId,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValues,
} from '#server/db/selection.ts';
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

const countColumns = computed({
  unreadCount: integer('count(*) FILTER (WHERE NOT read)'),
  totalCount: integer('count(*)'),
});

export async function countNotifications(
  query: Query,
  userId: UserId,
): Promise<Selected<typeof countColumns>> {
  const counts = await selectFirst(query, countColumns, 'FROM notifications WHERE user_id = $1', [
    userId,
  ]);
  return counts ?? { unreadCount: 0, totalCount: 0 };
}

export async function markAllRead(query: Query, userId: UserId): Promise<{ id: string }[]> {
  return updateReturning(query, notifications, ['id'], {
    set: { read: true },
    where: { userId, read: false },
  });
}

const ids = selectionOf(notifications, 'n', ['id']);
const names = selectionOf(notifications, 'n', ['id', 'userId']);
type Name = Selected<typeof names>;

const COLUMNS = `user_id, id, title, message, title_key, message_key, params, type, category, read,
  data, created_at`;

export async function putAside(
  query: Query,
  { userId, id, removedAt }: { userId: UserId; id: string | undefined; removedAt: Date },
): Promise<{ id: string }[]> {
  return select(
    query,
    ids,
    `WITH gone AS (
       DELETE FROM notifications WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2)
       RETURNING ${COLUMNS})
     INSERT INTO removed_notifications AS n (${COLUMNS}, removed_at) SELECT ${COLUMNS}, $3 FROM gone
     RETURNING ${ids.sql}`,
    [userId, id, removedAt],
  );
}

export async function bringBack(
  query: Query,
  { userId, removedAt }: { userId: UserId; removedAt: Date },
): Promise<{ id: string }[]> {
  return select(
    query,
    ids,
    `WITH back AS (
       DELETE FROM removed_notifications WHERE user_id = $1 AND removed_at = $2
       RETURNING ${COLUMNS})
     INSERT INTO notifications AS n (${COLUMNS}) SELECT ${COLUMNS} FROM back
     RETURNING ${ids.sql}`,
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
): Promise<Name[]> {
  return select(
    query,
    names,
    `WITH unread AS MATERIALIZED (
       SELECT user_id, id FROM notifications
       WHERE (user_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND NOT read
       ORDER BY user_id FOR UPDATE)
     UPDATE notifications AS n SET read = true FROM unread
     WHERE n.user_id = unread.user_id AND n.id = unread.id
     RETURNING ${names.sql}`,
    [wanted.map(({ userId }) => userId), wanted.map(({ id }) => id)],
  );
}

export async function deleteNotificationsFrom(query: Query, userId: string): Promise<Name[]> {
  return select(
    query,
    names,
    `WITH removed AS (DELETE FROM removed_notifications WHERE data->>'from_user_id' = $1)
     DELETE FROM notifications AS n WHERE data->>'from_user_id' = $1 RETURNING ${names.sql}`,
    [userId],
  );
}

export async function selectActiveAdmins(query: Query): Promise<UserId[]> {
  const admins = `FROM users WHERE role = 'admin' AND status = 'active' ORDER BY id`;
  return selectValues(query, personId('id'), admins);
}
