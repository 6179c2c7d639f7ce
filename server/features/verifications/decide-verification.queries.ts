import type { UserId } from '#contract/shared/base.ts';
import type { VerificationLevel } from '#contract/verification-limits/rules.ts';
import type { VerificationRow } from '#contract/verifications/schema.ts';
import type { Query } from '#server/db/database.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';

const columns = `r.user_id AS "userId", r.id, r.level, r.state, r.reason, r.created_at AS "createdAt", r.decided_at AS "decidedAt",
  u.username, (SELECT count(*) FROM verification_documents d WHERE d.user_id = r.user_id AND d.request_id = r.id)::int AS "documentCount"`;

const tabs = {
  waiting: {
    where: `r.state = 'waiting' AND ($1::timestamptz IS NULL OR (r.created_at, r.id) > ($1::timestamptz, $2::uuid))`,
    order: 'r.created_at, r.id',
  },
  ended: {
    where: `r.decided_at IS NOT NULL AND (r.decided_at, r.id) < (coalesce($1::timestamptz, 'infinity'), $2::uuid)`,
    order: 'r.decided_at DESC, r.id DESC',
  },
};

/** Returns requests after a position: waiting ones, oldest first, or ended ones, newest decision first. */
export async function selectRequests(
  query: Query,
  { tab, after, limit }: { tab: 'waiting' | 'ended'; after: Position | undefined; limit: number },
): Promise<VerificationRow[]> {
  const { where, order } = tabs[tab];
  return query(
    `SELECT ${columns} FROM (SELECT * FROM verification_requests r WHERE ${where} ORDER BY ${order} LIMIT $3) AS r
     JOIN users u ON u.id = r.user_id ORDER BY ${order}`,
    [after?.at ?? null, after?.id ?? NEWEST.id, limit],
  );
}

export async function countWaiting(query: Query, most: number): Promise<number> {
  const [row] = await query<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM (
       SELECT FROM verification_requests WHERE state = 'waiting' LIMIT $1) AS w`,
    [most],
  );
  return row?.waiting ?? 0;
}

export async function findDetails(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<
  (VerificationRow & { currentLevel: VerificationLevel; decidedBy: string | null }) | undefined
> {
  const [row] = await query<
    VerificationRow & { currentLevel: VerificationLevel; decidedBy: string | null }
  >(
    `SELECT ${columns}, u.verification_level AS "currentLevel", a.username AS "decidedBy"
     FROM verification_requests r JOIN users u ON u.id = r.user_id LEFT JOIN users a ON a.id = r.decided_by
     WHERE r.user_id = $1 AND r.id = $2`,
    [userId, id],
  );
  return row;
}
