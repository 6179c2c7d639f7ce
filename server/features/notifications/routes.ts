import { procedures } from '#server/deps/procedures.ts';
import {
  listNotifications,
  markAllOwnRead,
  markRead,
  removeOwn,
  restoreOwn,
} from './notifications.ts';

const { list, markAllRead, remove, clear, restore } = procedures.notifications;

export const notificationRoutes = {
  list: list.handler(({ context, input }) => listNotifications(context.deps, context.actor, input)),
  markRead: procedures.notifications.markRead.handler(async ({ context, input }) => {
    await markRead(context.deps, context.actor, input.id);
    return {};
  }),
  markAllRead: markAllRead.handler(async ({ context }) => {
    await markAllOwnRead(context.deps, context.actor);
    return {};
  }),
  remove: remove.handler(({ context, input }) => removeOwn(context.deps, context.actor, input.id)),
  clear: clear.handler(({ context }) => removeOwn(context.deps, context.actor)),
  restore: restore.handler(async ({ context, input }) => {
    await restoreOwn(context.deps, context.actor, new Date(input.removedAt));
    return {};
  }),
};
