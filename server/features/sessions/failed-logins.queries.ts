import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';

/** Bounds the cost: older records of the person are not searched. */
const MAX_SCANNED = 2000;

export interface FailedLoginRow {
  id: string;
  attempts: number;
  ip: string | null;
  at: Date;
}

/** Returns the newest failed logins in a person's chain of the audit log, newest first. */
export async function selectFailedLogins(
  query: Query,
  userId: UserId,
  limit: number,
): Promise<FailedLoginRow[]> {
  return query<FailedLoginRow>(
    `SELECT id, (after ->> 'attempts')::int AS attempts, ip, created_at AS at FROM (
       SELECT seq, id, action, after, ip, created_at FROM audit_log
       WHERE chain_id = $1::text ORDER BY seq DESC LIMIT ${MAX_SCANNED}) AS newest
     WHERE action = 'session.fail' ORDER BY seq DESC LIMIT $2`,
    [userId, limit],
  );
}

/** Returns when the session of a person before this one began; undefined if there was none. */
export async function findPreviousLogin(
  query: Query,
  userId: UserId,
  sessionId: string,
): Promise<Date | undefined> {
  const [previous] = await query<{ createdAt: Date }>(
    `SELECT p.created_at AS "createdAt" FROM sessions s
     JOIN sessions p ON p.user_id = s.user_id AND (p.created_at, p.id) < (s.created_at, s.id)
     WHERE s.id = $2 AND s.user_id = $1 ORDER BY p.created_at DESC, p.id DESC LIMIT 1`,
    [userId, sessionId],
  );
  return previous?.createdAt;
}
