import type { Topic } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { insertStatement } from '#server/db/insert-many.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import type { NoticeContent } from '#server/db/schema/outgoing.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { insertWithNotices } from '#server/platform/mail/queue.ts';

/**
 * A notification to insert. `title` and `message` are the English texts. `titleKey` and `messageKey` are catalogue
 * keys, filled with `params`; params ending in `Paise` are amounts.
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
  topic: Topic;
  /** Catalogue key of the message in e-mails, if the message is only for the signed-in person; null: the title is enough. */
  mailKey?: string | null;
}

/** Inserts notifications and publishes them to their receivers' streams, in the transaction of their cause. */
export function insertNotifications(tx: Tx, rows: NewNotification[]): void {
  const ids = insertUnpublished(tx, rows);
  publish(
    tx,
    rows.flatMap(({ userId }, n) => {
      const id = ids[n];
      return id ? [{ userId, payload: { entity: 'notification', op: 'insert', id } as const }] : [];
    }),
  );
}

/** Inserts notifications that an event of the caller names. Returns the id of each. */
export function insertUnpublished(tx: Tx, rows: readonly NewNotification[]): string[] {
  // Written in full: copying properties took 4 µs for a notification.
  const written = rows.map((row) => ({
    userId: row.userId,
    id: newId(),
    title: row.title,
    message: row.message,
    titleKey: row.titleKey ?? null,
    messageKey: row.messageKey ?? null,
    params: row.params ?? {},
    type: row.type,
    category: row.category,
    data: row.data ?? {},
    createdAt: tx.at,
  }));
  if (written.length === 0) return [];
  insertWithNotices(
    tx,
    insertStatement(notifications, written, { defaults: ['read'] }),
    rows.map((row, n) => ({ userId: row.userId, id: written[n]?.id ?? newId(), ...toNotice(row) })),
  );
  return written.map(({ id }) => id);
}

/** Keeps only the values that the mail's texts name, so that the queue has no more than the mail. */
function toNotice(row: NewNotification): { content: NoticeContent } {
  const { topic, title, titleKey = title, mailKey = row.messageKey ?? null, params = {} } = row;
  const isNamed = (name: string) => `${titleKey} ${mailKey ?? ''}`.includes(`{{${name}}}`);
  const named = Object.fromEntries(Object.entries(params).filter(([name]) => isNamed(name)));
  return { content: { topic, titleKey, messageKey: mailKey, params: named } };
}
