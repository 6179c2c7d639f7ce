import { FAILED_MAIL_DAYS } from '#contract/mails/rules.ts';
import type { Topic } from '#contract/notifications/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { newId } from '../runtime/ids.ts';
import type { MailKind, NoticeContent } from './kinds.ts';

/** Mails with links and codes that can wait at a time. Beyond it no more is queued, so that strangers cannot fill the table. */
const MAX_WAITING = 10_000;
/** Notifications of a person that can wait or have failed. Beyond it no more is queued. */
const MAX_NOTICES = 50;
/** Longer than all attempts take. */
const NOTICE_LIFE = "interval '3 days'";
/** Longer than all time limits of one attempt; then another server takes over. */
const LEASE = "interval '2 minutes'";

export interface QueuedMail {
  userId: UserId;
  id: string;
  kind: MailKind;
  recipient: string;
  content: NoticeContent | null;
  /** Includes this attempt. */
  attempts: number;
}

interface NewMail {
  userId: UserId;
  kind: Exclude<MailKind, 'notification'>;
  recipient?: string;
  /** The mail has no use after this time. */
  lifeMs: number;
}

/**
 * Queues a mail in the transaction of its cause. An equal one is renewed with another id, so that a server that is sending
 * it now does not delete it afterwards. Returns false if the queue is full.
 */
export async function queueMail(
  { query }: Pick<Tx, 'query'>,
  { userId, kind, recipient = '', lifeMs }: NewMail,
): Promise<boolean> {
  const [row] = await query<{ isFree: boolean }>(
    `WITH waiting AS (SELECT count(*) < ${MAX_WAITING} AS free
       FROM (SELECT FROM mail_queue WHERE content IS NULL LIMIT ${MAX_WAITING}) w),
     added AS (
       INSERT INTO mail_queue (user_id, id, kind, recipient, next_at, expires_at, created_at)
       SELECT $1, $2, $3, $4, clock_timestamp(), clock_timestamp() + $5 * interval '1 millisecond', clock_timestamp()
       FROM waiting WHERE free
       ON CONFLICT (user_id, kind, recipient)
       DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at, next_at = excluded.next_at,
         taken_until = NULL, attempts = 0)
     SELECT free AS "isFree" FROM waiting`,
    [userId, newId(), kind, recipient, lifeMs],
  );
  return row?.isFree ?? false;
}

const QUEUE_NOTICES = `INSERT INTO mail_queue (user_id, id, kind, recipient, content, next_at, expires_at, created_at)
  SELECT n.user_id, n.id, 'notification', n.id::text, n.content, clock_timestamp(), clock_timestamp() + ${NOTICE_LIFE},
    clock_timestamp()
  FROM jsonb_to_recordset($1::jsonb) AS n (user_id uuid, id uuid, content jsonb)
  JOIN recovery_addresses r ON r.user_id = n.user_id AND r.address IS NOT NULL
  LEFT JOIN mail_preferences p ON p.user_id = n.user_id
  WHERE (n.content ->> 'topic' = 'security' OR n.content ->> 'topic' = ANY (p.topics))
    AND (SELECT count(*) FROM mail_queue w WHERE w.user_id = n.user_id) < ${MAX_NOTICES}`;

/**
 * Queues notifications for those recipients who have a confirmed address and chose the topic, in the transaction that
 * inserts the notifications. `id` is that of the notification.
 */
export function queueNotices(
  tx: Pick<Tx, 'write'>,
  notices: readonly { userId: UserId; id: string; content: NoticeContent }[],
): void {
  if (notices.length === 0) return;
  const rows = notices.map(({ userId, id, content }) => ({ user_id: userId, id, content }));
  tx.write(QUEUE_NOTICES, [JSON.stringify(rows)]);
}

/** Claims one due mail, those with links and codes first; servers share them. Times are the database's. */
export async function claimMail(query: Query): Promise<QueuedMail | undefined> {
  return (await claimOne(query, 'content IS NULL')) ?? claimOne(query, 'content IS NOT NULL');
}

async function claimOne(query: Query, condition: string): Promise<QueuedMail | undefined> {
  const [mail] = await query<QueuedMail>(
    `UPDATE mail_queue m SET taken_until = clock_timestamp() + ${LEASE}, attempts = attempts + 1
     FROM (SELECT user_id, id FROM mail_queue
       WHERE next_at <= clock_timestamp() AND expires_at > clock_timestamp() AND ${condition}
         AND (taken_until IS NULL OR taken_until <= clock_timestamp() OR taken_until > clock_timestamp() + 2 * ${LEASE})
       ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
     WHERE m.user_id = due.user_id AND m.id = due.id
     RETURNING m.user_id AS "userId", m.id, m.kind, m.recipient, m.content, m.attempts`,
  );
  return mail;
}

export async function deleteMail(query: Query, { userId, id }: QueuedMail): Promise<void> {
  await query('DELETE FROM mail_queue WHERE user_id = $1 AND id = $2', [userId, id]);
}

export async function retryMail(
  query: Query,
  { userId, id }: QueuedMail,
  delayMs: number,
): Promise<void> {
  await query(
    `UPDATE mail_queue SET taken_until = NULL, next_at = clock_timestamp() + $3 * interval '1 millisecond'
     WHERE user_id = $1 AND id = $2`,
    [userId, id, delayMs],
  );
}

/** Keeps a mail that is not retried for administrators, who can send it again. No server claims it. */
export async function failMail(
  query: Query,
  { userId, id }: QueuedMail,
  failure: string,
): Promise<void> {
  await query(
    `UPDATE mail_queue SET taken_until = NULL, next_at = 'infinity', failed_at = clock_timestamp(), failure = $3,
       expires_at = clock_timestamp() + interval '${FAILED_MAIL_DAYS} days'
     WHERE user_id = $1 AND id = $2`,
    [userId, id, failure],
  );
}

/** Makes a failed mail due. Returns its topic, or undefined if it is not kept any more. */
export async function requeueFailed(
  query: Query,
  { userId, id }: Pick<QueuedMail, 'userId' | 'id'>,
): Promise<Topic | undefined> {
  const [row] = await query<{ topic: Topic }>(
    `UPDATE mail_queue SET failed_at = NULL, failure = NULL, attempts = 0, next_at = clock_timestamp(),
       created_at = clock_timestamp(), expires_at = clock_timestamp() + ${NOTICE_LIFE}
     WHERE user_id = $1 AND id = $2 AND failed_at IS NOT NULL RETURNING content ->> 'topic' AS topic`,
    [userId, id],
  );
  return row?.topic;
}

/** Deletes mails that have no use any more, and old failed ones. Returns the number of those that were not sent in time. */
export async function deleteExpiredMails(query: Query): Promise<number> {
  const rows = await query<{ isFailed: boolean }>(
    `DELETE FROM mail_queue WHERE expires_at <= clock_timestamp() RETURNING failed_at IS NOT NULL AS "isFailed"`,
  );
  return rows.filter(({ isFailed }) => !isFailed).length;
}

export interface MailCounts {
  waiting: number;
  /** Since the oldest waiting mail was queued. */
  lateSeconds: number;
  failed: number;
}

export async function countMails(query: Query): Promise<MailCounts> {
  const [row] = await query<MailCounts>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed,
       greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE failed_at IS NULL)), 0))::float8
         AS "lateSeconds"
     FROM mail_queue`,
  );
  return row ?? { waiting: 0, lateSeconds: 0, failed: 0 };
}
