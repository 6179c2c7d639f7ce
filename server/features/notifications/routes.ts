import { procedures } from '#server/lib/gate.ts';
import { changeOwn, listNotifications, markRead } from './service.ts';

const { list, markAllRead, remove, clear } = procedures.notifications;

export const notificationRoutes = {
  list: list.handler(({ context, input }) => listNotifications(context.deps, context.actor, input)),
  markRead: procedures.notifications.markRead.handler(async ({ context, input }) => {
    await markRead(context.deps, context.actor, input.id);
    return {};
  }),
  markAllRead: markAllRead.handler(async ({ context }) => {
    await changeOwn(context.deps, context.actor, 'readAll');
    return {};
  }),
  remove: remove.handler(async ({ context, input }) => {
    await changeOwn(context.deps, context.actor, 'remove', input.id);
    return {};
  }),
  clear: clear.handler(async ({ context }) => {
    await changeOwn(context.deps, context.actor, 'clear');
    return {};
  }),
};
