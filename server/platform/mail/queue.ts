import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { newId } from '../runtime/ids.ts';
import type { MailKind } from './kinds.ts';

/** Mails that can wait at a time. Beyond it no more is queued, so that strangers cannot fill the table. */
const MAX_WAITING = 10_000;
/** Longer than all time limits of one attempt; then another server takes over. */
const LEASE = "interval '2 minutes'";

export interface QueuedMail {
  userId: UserId;
  id: string;
  kind: MailKind;
  recipient: string;
  /** Includes this attempt. */
  attempts: number;
}

interface NewMail {
  userId: UserId;
  kind: MailKind;
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
    `WITH waiting AS (SELECT count(*) < ${MAX_WAITING} AS free FROM (SELECT FROM mail_queue LIMIT ${MAX_WAITING}) w),
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

/** Claims one due mail; servers share them. Times are the database's. */
export async function claimMail(query: Query): Promise<QueuedMail | undefined> {
  const [mail] = await query<QueuedMail>(
    `UPDATE mail_queue m SET taken_until = clock_timestamp() + ${LEASE}, attempts = attempts + 1
     FROM (SELECT user_id, id FROM mail_queue
       WHERE next_at <= clock_timestamp() AND expires_at > clock_timestamp()
         AND (taken_until IS NULL OR taken_until <= clock_timestamp() OR taken_until > clock_timestamp() + 2 * ${LEASE})
       ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
     WHERE m.user_id = due.user_id AND m.id = due.id
     RETURNING m.user_id AS "userId", m.id, m.kind, m.recipient, m.attempts`,
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

/** Deletes mails that have no use any more. Returns their number. */
export async function deleteExpiredMails(query: Query): Promise<number> {
  const rows = await query(
    'DELETE FROM mail_queue WHERE expires_at <= clock_timestamp() RETURNING 1',
  );
  return rows.length;
}

export async function countMails(query: Query): Promise<{ waiting: number; lateSeconds: number }> {
  const [row] = await query<{ waiting: number; lateSeconds: number }>(
    `SELECT count(*)::int AS waiting,
       greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0))::float8 AS "lateSeconds"
     FROM mail_queue`,
  );
  return row ?? { waiting: 0, lateSeconds: 0 };
}
