import { sql } from 'drizzle-orm';
import { LANGUAGES } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { outgoing } from '#server/db/schema/outgoing.ts';
import { pushSubscriptions } from '#server/db/schema/push-subscriptions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  integer,
  renamed,
  type Selected,
  selectFirst,
  selectionOf,
  together,
  word,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import { DEVICE_IS_OPEN } from '#server/platform/mail/queue.ts';
import { later, type PersonalMessage } from '#server/platform/queue/outgoing.queries.ts';

const recipientColumns = together(
  selectionOf(pushSubscriptions, 's', ['endpoint', 'p256dh', 'auth']),
  selectionOf(users, 'u', ['role']),
  renamed(notifications, 'n', { notificationId: 'id' }),
  computed({
    language: word(LANGUAGES, `coalesce(f.language, 'en')`),
    hidesDetails: boolean('coalesce(p.hides_details, false)'),
    unread: integer('SELECT count(*) FROM notifications WHERE user_id = $1 AND NOT read'),
  }),
);
export type PushRecipient = Selected<typeof recipientColumns>;

/**
 * Returns the device of a queued notification. Undefined if its session has ended, it has another key of the server, the
 * topic was switched off, or the notification was read or deleted.
 */
export async function findPushRecipient(
  query: Query,
  { userId, subscriptionId, recipient, content }: PersonalMessage,
  serverKey: string,
): Promise<PushRecipient | undefined> {
  return selectFirst(
    query,
    recipientColumns,
    `FROM push_subscriptions s JOIN users u ON u.id = s.user_id
     JOIN notifications n ON n.user_id = s.user_id AND n.id = split_part($3, ' ', 1)::uuid AND NOT n.read
     LEFT JOIN user_profiles f ON f.user_id = s.user_id LEFT JOIN mail_preferences p ON p.user_id = s.user_id
     WHERE s.user_id = $1 AND s.id = $2 AND s.server_key = $4 AND ${DEVICE_IS_OPEN}
       AND ($5 = 'security' OR p.push_topics IS NULL OR $5 = ANY (p.push_topics))`,
    [userId, subscriptionId, recipient, serverKey, content?.topic ?? ''],
  );
}

type Device = Pick<PersonalMessage, 'userId' | 'subscriptionId'>;

/** Removes a device that its push service does not know any more, and what waits for it. */
export async function removeGoneDevice(
  query: Query,
  { userId, subscriptionId }: Device,
): Promise<void> {
  await query(
    `WITH gone AS (DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2)
     DELETE FROM outgoing WHERE user_id = $1 AND subscription_id = $2`,
    [userId, subscriptionId],
  );
}

/**
 * Delays all messages that wait for a device after a failed attempt, so that a slow push service costs the server one attempt
 * and not one for each message.
 */
export async function delayDevice(
  query: Query,
  { userId, subscriptionId }: Device,
  delayMs: number,
): Promise<void> {
  const nextAt = sql`greatest(${outgoing.nextAt}, ${later(delayMs)})`;
  await update(query, outgoing, {
    set: { takenUntil: null, nextAt },
    where: { userId, subscriptionId },
  });
}
