import type { UserId } from '#contract/base.ts';
import type { Tx } from '#server/db/database.ts';
import { batchCommand } from '#server/lib/batched-command.ts';
import { runCommand } from '#server/lib/command.ts';
import { fromCursor, toPage } from '#server/lib/cursor.ts';
import type { Deps } from '#server/lib/deps.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Actor } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import {
  type Change,
  changeNotifications,
  countNotifications,
  deleteNotificationsFrom,
  markNotificationsRead,
  selectNotifications,
  writeNotifications,
} from './queries.ts';

/**
 * A notification to write. `title` and `message` are the English texts; `titleKey` and `messageKey`
 * the catalogue keys they were made from, with `params` (those that end in `Paise` are amounts).
 */
export interface NewNotification {
  userId: UserId;
  title: string;
  message: string;
  titleKey?: string;
  messageKey?: string;
  params?: Record<string, string | number | null>;
  type: 'success' | 'warning' | 'error' | 'other';
  category: 'account' | 'transaction' | 'system';
  data?: Record<string, unknown>;
}

/** Writes notifications and publishes them to their receivers' streams, in the transaction of what they are about. */
export async function insertNotifications(tx: Tx, rows: NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.map((row) => ({ ...row, id: newId() }));
  await writeNotifications(tx.query, written, tx.at);
  await publish(
    tx,
    written.map(({ id, userId }) => ({
      userId,
      payload: { entity: 'notification', op: 'insert', id },
    })),
  );
}

/** Takes back what a user wrote to administrators, in the transaction that deletes the user. */
export async function removeNotificationsOf(tx: Tx, userId: UserId): Promise<void> {
  const removed = await deleteNotificationsFrom(tx.query, userId);
  // Many of one receiver are one event: screens refetch the list whatever its id.
  const receivers = new Map(removed.map((row) => [row.userId, row.id]));
  await publish(
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

/** A page of the caller's notifications, with how many there are and how many unread. */
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

/** Marks one of the caller's own read; what is not there, or read already, is no error. */
export async function markRead(deps: Deps, actor: Actor, id: string): Promise<void> {
  await markTogether(deps, { actor, id });
}

const markTogether = batchCommand<{ actor: Actor; id: string }, void>({
  name: 'mark read',
  async work(tx, commands) {
    const wanted = commands.map(({ actor, id }) => ({ userId: actor.userId, id }));
    await publishChanges(tx, 'update', await markNotificationsRead(tx.query, wanted));
    return commands.map(() => undefined);
  },
  // Two of a person would be locked in another order than `readAll` locks them.
  keysOf: ({ actor }) => [actor.userId],
});

/** Marks read or deletes the caller's own; what is not there, or done already, is no error. */
export async function changeOwn(
  deps: Deps,
  actor: Actor,
  change: Change,
  id?: string,
): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, actor, async (tx) => {
    const changed = await changeNotifications(tx.query, change, id ? [userId, id] : [userId]);
    // Many at once are one event: screens refetch the list whatever its id.
    const op = change === 'readAll' ? 'update' : 'delete';
    await publishChanges(
      tx,
      op,
      changed.slice(0, 1).map((row) => ({ ...row, userId })),
    );
  });
}

async function publishChanges(
  tx: Tx,
  op: 'update' | 'delete',
  changed: { userId: UserId; id: string }[],
): Promise<void> {
  await publish(
    tx,
    changed.map(({ userId, id }) => ({ userId, payload: { entity: 'notification', op, id } })),
  );
}
