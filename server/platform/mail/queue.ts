import { sql } from 'drizzle-orm';
import type { Topic } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Statement } from '#server/db/insert-many.ts';
import { newId } from '../../base/ids.ts';
import { type MailKind, type NoticeContent, outgoing } from '../../db/schema/outgoing.ts';
import { boolean, computed, countOf, selectFirst } from '../../db/selection.ts';
import { updateReturning } from '../../db/update.ts';
import { isOpen, WITH_SETTINGS } from '../auth/session-state.ts';
import type { PersonalMessage } from '../queue/outgoing.queries.ts';

/** Mails with links and codes that can wait at a time. Beyond it no more is queued, so that strangers cannot fill the table. */
const MAX_WAITING = 10_000;
/** Notifications of a person that can wait or have failed. Beyond it no more is queued. */
const MAX_NOTICES = 50;
/** Longer than all attempts take. */
const NOTICE_LIFE = "interval '3 days'";
/** Later a notification on a device has no use: it is in the wallet. */
const PUSH_LIFE = "interval '1 day'";

interface NewMail {
  userId: UserId;
  kind: Exclude<MailKind, 'notification'>;
  recipient?: string;
  /** The mail has no use after this time. */
  lifeMs: number;
}

const queueState = computed({ isFree: boolean('free') });

/**
 * Queues a mail in the transaction of its cause. An equal one is renewed with another id, so that a server that is sending
 * it now does not delete it afterwards. Returns false if the queue is full.
 */
export async function queueMail(
  { query }: Pick<Tx, 'query'>,
  { userId, kind, recipient = '', lifeMs }: NewMail,
): Promise<boolean> {
  const row = await selectFirst(
    query,
    queueState,
    `WITH waiting AS (SELECT count(*) < ${MAX_WAITING} AS free
       FROM (SELECT FROM outgoing WHERE lane = 'mail' LIMIT ${MAX_WAITING}) w),
     added AS (
       INSERT INTO outgoing (user_id, id, kind, lane, recipient, next_at, expires_at, created_at)
       SELECT $1, $2, $3, 'mail', $4, clock_timestamp(), clock_timestamp() + $5 * interval '1 millisecond', clock_timestamp()
       FROM waiting WHERE free
       ON CONFLICT (user_id, kind, lane, recipient)
       DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at, next_at = excluded.next_at,
         taken_until = NULL, attempts = 0)
     SELECT ${queueState.sql} FROM waiting`,
    [userId, newId(), kind, recipient, lifeMs],
  );
  return row?.isFree ?? false;
}

/** SQL: the session in which notifications on the device `s` were switched on is open. */
export const DEVICE_IS_OPEN = `EXISTS (SELECT FROM sessions o JOIN users u ON u.id = o.user_id ${WITH_SETTINGS}
  WHERE o.id = s.session_id AND o.user_id = s.user_id AND ${isOpen('o', 'u')})`;

/**
 * SQL: queues the notifications of a parameter, one mail for each recipient who has a confirmed address and chose the topic,
 * and one message for each device. Each has its own limit.
 */
const queueNotices = (parameter: number) => `notice AS (
    SELECT * FROM jsonb_to_recordset($${parameter}::jsonb) AS n (user_id uuid, id uuid, content jsonb)),
  queued AS (
    INSERT INTO outgoing (user_id, id, kind, lane, recipient, subscription_id, content, next_at, expires_at, created_at)
    SELECT user_id, id, kind, lane, recipient, subscription_id, content, clock_timestamp(), clock_timestamp() + life,
      clock_timestamp()
    FROM (
      SELECT n.user_id, n.id, 'notification' AS kind, 'notice' AS lane, n.id::text AS recipient, NULL::uuid AS subscription_id, n.content,
        ${NOTICE_LIFE} AS life
      FROM notice n JOIN recovery_addresses r ON r.user_id = n.user_id AND r.address IS NOT NULL
      LEFT JOIN mail_preferences p ON p.user_id = n.user_id
      WHERE (n.content ->> 'topic' = 'security' OR n.content ->> 'topic' = ANY (p.topics))
        AND (SELECT count(*) FROM outgoing w WHERE w.user_id = n.user_id AND w.subscription_id IS NULL) < ${MAX_NOTICES}
      UNION ALL
      SELECT n.user_id, gen_random_uuid(), 'push', 'push', n.id || ' ' || s.id, s.id, n.content, ${PUSH_LIFE}
      FROM notice n JOIN push_subscriptions s ON s.user_id = n.user_id
      LEFT JOIN mail_preferences p ON p.user_id = n.user_id
      WHERE (n.content ->> 'topic' = 'security' OR p.push_topics IS NULL OR n.content ->> 'topic' = ANY (p.push_topics))
        AND ${DEVICE_IS_OPEN}
        AND (SELECT count(*) FROM outgoing w WHERE w.user_id = n.user_id AND w.subscription_id = s.id) < ${MAX_NOTICES}
    ) AS wanted)`;

/**
 * Inserts notifications by `insert` and queues them, by one statement: most people have chosen neither mails nor devices, and
 * another statement would make every command slower. `id` is that of the notification.
 */
export function insertWithNotices(
  tx: Pick<Tx, 'write'>,
  insert: Statement,
  notices: readonly { userId: UserId; id: string; content: NoticeContent }[],
): void {
  const rows = notices.map(({ userId, id, content }) => ({ user_id: userId, id, content }));
  const values = [...insert.values, JSON.stringify(rows)];
  tx.write(`WITH ${queueNotices(values.length)} ${insert.text}`, values);
}

/** Makes a failed mail due. Returns its topic, or undefined if it is not kept any more. */
export async function requeueFailed(
  query: Query,
  { userId, id }: Pick<PersonalMessage, 'userId' | 'id'>,
): Promise<Topic | undefined> {
  const now = sql`clock_timestamp()`;
  const expiresAt = sql.raw(`clock_timestamp() + ${NOTICE_LIFE}`);
  const renewed = { failedAt: null, failure: null, attempts: 0, nextAt: now, createdAt: now };
  const [row] = await updateReturning(query, outgoing, ['content'], {
    set: { ...renewed, expiresAt },
    where: { userId, id },
    and: sql`failed_at IS NOT NULL`,
  });
  return row?.content?.topic;
}

export async function countFailedMails(query: Query): Promise<number> {
  return countOf(query, 'outgoing WHERE failed_at IS NOT NULL');
}

export interface MailCounts {
  waiting: number;
  /** Since the oldest waiting mail was queued. One that an administrator sends again counts from then. */
  lateSeconds: number;
  failed: number;
  /** Notifications on devices, and the time since the oldest due one became due. One that is retried later is not due. */
  pushes: number;
  pushLateSeconds: number;
}

export async function countMails(query: Query): Promise<MailCounts> {
  const [row] = await query<MailCounts>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL AND NOT is_push)::int AS waiting, count(failed_at)::int AS failed,
       coalesce(max(age) FILTER (WHERE failed_at IS NULL AND NOT is_push), 0)::float8 AS "lateSeconds",
       count(*) FILTER (WHERE is_push)::int AS pushes,
       coalesce(max(due_for) FILTER (WHERE is_push), 0)::float8 AS "pushLateSeconds"
     FROM (SELECT failed_at, lane = 'push' AS is_push,
       greatest(0, extract(epoch FROM clock_timestamp() - created_at)) AS age,
       greatest(0, extract(epoch FROM clock_timestamp() - next_at)) AS due_for
       FROM outgoing WHERE lane IN ('mail', 'notice', 'push')) AS queue`,
  );
  return row ?? { waiting: 0, lateSeconds: 0, failed: 0, pushes: 0, pushLateSeconds: 0 };
}
