import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import {
  computed,
  integer,
  renamed,
  type Selected,
  select,
  selectValue,
  time,
  together,
} from '#server/db/selection.ts';

/** Bounds the cost: older records of the person are not searched. */
const MAX_SCANNED = 2000;

const columns = together(
  renamed(auditLog, 'newest', { id: 'id', ip: 'ip', at: 'createdAt' }),
  computed({ attempts: integer(`after ->> 'attempts'`) }),
);

/** Returns the newest failed logins in a person's chain of the audit log, newest first. */
export async function selectFailedLogins(
  query: Query,
  userId: UserId,
  limit: number,
): Promise<Selected<typeof columns>[]> {
  return select(
    query,
    columns,
    `FROM (
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
  return selectValue(
    query,
    time('p.created_at'),
    `FROM sessions s
     JOIN sessions p ON p.user_id = s.user_id AND (p.created_at, p.id) < (s.created_at, s.id)
     WHERE s.id = $2 AND s.user_id = $1 ORDER BY p.created_at DESC, p.id DESC LIMIT 1`,
    [userId, sessionId],
  );
}
