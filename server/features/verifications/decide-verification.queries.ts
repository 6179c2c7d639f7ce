import type { UserId } from '#contract/shared/base.ts';
import type { VerificationRow } from '#contract/verifications/schema.ts';
import type { Query } from '#server/db/database.ts';
import { users } from '#server/db/schema/users.ts';
import { verificationRequests } from '#server/db/schema/verifications.ts';
import {
  computed,
  countOf,
  integer,
  optional,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';

const columns = together(
  selectionOf(verificationRequests, 'r', ['userId', 'id', 'level', 'state', 'reason']),
  selectionOf(verificationRequests, 'r', ['createdAt', 'decidedAt']),
  selectionOf(users, 'u', ['username']),
  computed({
    documentCount: integer(
      'SELECT count(*) FROM verification_documents d WHERE d.user_id = r.user_id AND d.request_id = r.id',
    ),
  }),
);
const details = together(
  columns,
  renamed(users, 'u', { currentLevel: 'verificationLevel' }),
  optional(renamed(users, 'a', { decidedBy: 'username' })),
);

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
  const statement = `SELECT ${columns.sql} FROM (SELECT * FROM verification_requests r
    WHERE ${where} ORDER BY ${order} LIMIT $3) AS r
    JOIN users u ON u.id = r.user_id ORDER BY ${order}`;
  return select(query, columns, statement, [after?.at ?? null, after?.id ?? NEWEST.id, limit]);
}

export async function countWaiting(query: Query, most: number): Promise<number> {
  return countOf(
    query,
    `(SELECT FROM verification_requests WHERE state = 'waiting' LIMIT $1) AS w`,
    [most],
  );
}

export async function findDetails(
  query: Query,
  { userId, id }: { userId: UserId; id: string },
): Promise<Selected<typeof details> | undefined> {
  const statement = `SELECT ${details.sql}
    FROM verification_requests r JOIN users u ON u.id = r.user_id LEFT JOIN users a ON a.id = r.decided_by
    WHERE r.user_id = $1 AND r.id = $2`;
  return selectFirst(query, details, statement, [userId, id]);
}
