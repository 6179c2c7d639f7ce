import { REMOVAL_UNDO_MS } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { batchCommand } from '#server/platform/commands/batched-command.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { insertNotifications, type NewNotification } from './insert-notifications.ts';
import {
  bringBack,
  countNotifications,
  deleteNotificationsFrom,
  deleteRemovedBefore,
  markAllRead,
  markNotificationsRead,
  putAside,
  selectActiveAdmins,
  selectNotifications,
} from './notifications.queries.ts';

export async function notifyAdmins(tx: Tx, notice: Omit<NewNotification, 'userId'>): Promise<void> {
  const admins = await selectActiveAdmins(tx.query);
  insertNotifications(
    tx,
    admins.map((userId) => ({ ...notice, userId })),
  );
}

/** Notifies all active administrators except one. */
export async function notifyOtherAdmins(
  tx: Tx,
  except: UserId | null,
  notice: Omit<NewNotification, 'userId'>,
): Promise<void> {
  const admins = await selectActiveAdmins(tx.query);
  const others = admins.filter((userId) => userId !== except);
  insertNotifications(
    tx,
    others.map((userId) => ({ ...notice, userId })),
  );
}

/** Deletes notifications to administrators that quote a user's messages, in the transaction that deletes the user. */
export async function removeNotificationsOf(tx: Tx, userId: UserId): Promise<void> {
  const removed = await deleteNotificationsFrom(tx.query, userId);
  // One event per receiver is enough: screens refetch the list whatever its id.
  const receivers = new Map(removed.map((row) => [row.userId, row.id]));
  publish(
    tx,
    Array.from(receivers, ([receiver, id]) => ({
      userId: receiver,
      payload: { entity: 'notification', op: 'delete', id },
    })),
  );
}

type ListInput = Omit<Parameters<typeof selectNotifications>[1], 'userId' | 'after'> & {
  cursor?: string;
};

export async function listNotifications(
  { db }: Deps,
  { userId }: Actor,
  { tab, cursor, limit }: ListInput,
) {
  const after = fromCursor(cursor);
  const [rows, counts] = await Promise.all([
    selectNotifications(db.orm, { userId, tab, after, limit }),
    countNotifications(db.query, userId),
  ]);
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { ...page, ...counts };
}

/** Marks one of the caller's notifications read. Ignores one that is missing or already read. */
export async function markRead(deps: Deps, actor: Actor, id: string): Promise<void> {
  await markTogether(deps, { actor, id });
}

const markTogether = batchCommand<{ actor: Actor; id: string }, void>({
  name: 'mark read',
  async work(tx, commands) {
    const wanted = commands.map(({ actor, id }) => ({ userId: actor.userId, id }));
    publishChanges(tx, 'update', await markNotificationsRead(tx.query, wanted));
    return commands.map(() => undefined);
  },
  // Two commands of one user would lock rows in another order than `readAll`.
  conflictKeys: ({ actor }) => [actor.userId],
});

export async function markAllOwnRead(deps: Deps, actor: Actor): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, actor, async (tx) => {
    publishOne(tx, { op: 'update', userId, changed: await markAllRead(tx.query, userId) });
  });
}

/** Removes one or all of the caller's notifications. Ignores missing ones. Returns the argument of `restoreOwn`. */
export async function removeOwn(
  deps: Deps,
  actor: Actor,
  id?: string,
): Promise<{ removedAt: string }> {
  const { userId } = actor;
  return runCommand(deps, actor, async (tx) => {
    const changed = await putAside(tx.query, { userId, id, removedAt: tx.at });
    publishOne(tx, { op: 'delete', userId, changed });
    return { removedAt: tx.at.toISOString() };
  });
}

/** May be repeated. Throws UNDO_EXPIRED if `removedAt` is too long ago. */
export async function restoreOwn(deps: Deps, actor: Actor, removedAt: Date): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, actor, async (tx) => {
    if (removedAt < undoableSince(tx.at)) throw appError('UNDO_EXPIRED');
    // Not an insert: screens would show them as new.
    publishOne(tx, {
      op: 'update',
      userId,
      changed: await bringBack(tx.query, { userId, removedAt }),
    });
  });
}

/** Deletes removed notifications permanently after the undo time. */
export async function pruneRemoved({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteRemovedBefore(db.query, undoableSince(clock.now()));
}

function undoableSince(now: Date): Date {
  return new Date(now.getTime() - REMOVAL_UNDO_MS);
}

type OneChange = { op: 'update' | 'delete'; userId: UserId; changed: { id: string }[] };

/** Publishes one event for all changes: screens refetch the list whatever its id. */
function publishOne(tx: Tx, { op, userId, changed }: OneChange): void {
  publishChanges(
    tx,
    op,
    changed.slice(0, 1).map((row) => ({ ...row, userId })),
  );
}

function publishChanges(
  tx: Tx,
  op: 'update' | 'delete',
  changed: { userId: UserId; id: string }[],
): void {
  publish(
    tx,
    changed.map(({ userId, id }) => ({ userId, payload: { entity: 'notification', op, id } })),
  );
}
