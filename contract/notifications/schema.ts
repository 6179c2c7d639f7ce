import { z } from 'zod';
import { cursor, done, forUsers, id, pageOf } from '../shared/base.ts';
import { NOTIFICATIONS_LIMIT } from './rules.ts';

/**
 * `title` and `message` are stored in English. If `titleKey` and `messageKey` are set, the browser translates these
 * catalogue keys with `params`. Parameters whose names end in `Paise` are amounts.
 */
export const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  titleKey: z.string().nullable(),
  messageKey: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  type: z.string(),
  category: z.string(),
  read: z.boolean(),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
});
export type Notification = z.infer<typeof notification>;

export const NOTIFICATION_TABS = ['all', 'unread', 'transactions', 'system'] as const;

/** A string, because requests cannot contain dates. */
const removal = z.object({ removedAt: z.iso.datetime() });

export const notifications = {
  list: forUsers
    .route({
      method: 'GET',
      path: '/notifications',
      summary: "The caller's notifications, newest first",
    })
    .input(
      z.object({
        tab: z.enum(NOTIFICATION_TABS).default('all'),
        cursor: cursor.optional(),
        limit: z.coerce.number().int().min(1).max(NOTIFICATIONS_LIMIT).default(NOTIFICATIONS_LIMIT),
      }),
    )
    .output(pageOf(notification).extend({ unreadCount: z.int(), totalCount: z.int() })),
  markRead: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({ method: 'PUT', path: '/notifications/{id}/read', summary: 'Mark a notification read' })
    .input(z.object({ id }))
    .output(done),
  markAllRead: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({ method: 'PUT', path: '/notifications/read', summary: 'Mark all notifications read' })
    .output(done),
  remove: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({ method: 'DELETE', path: '/notifications/{id}', summary: 'Delete a notification' })
    .input(z.object({ id }))
    .output(removal),
  clear: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({ method: 'DELETE', path: '/notifications', summary: 'Delete all notifications' })
    .output(removal),
  restore: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({
      method: 'POST',
      path: '/notifications/restored',
      summary: 'Restore notifications deleted within the last minute',
    })
    .input(removal)
    .output(done),
};
