import type { UserId } from '#contract/shared/base.ts';
import type { TimelineRow } from '#contract/timelines/schema.ts';
import type { Query } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { userNotes, users } from '#server/db/schema/users.ts';
import {
  computed,
  type Expression,
  integer,
  optional,
  renamed,
  type Selected,
  select,
  selectionOf,
  selectValue,
  together,
} from '#server/db/selection.ts';
import type { Position } from '#server/platform/lists/cursor.ts';

/** Maximum number of records read for one page of a filtered timeline, which limits the cost of a request. */
const MAX_SCANNED = 2000;

const request: Expression<TimelineRow['request']> = {
  sql: `CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('id', t.id, 'type', t.type, 'status', t.status,
    'amountPaise', t.amount_paise, 'referenceId', t.reference_id, 'adminNotes', t.admin_notes, 'reason', t.reason) END`,
};
const recordColumns = together(
  selectionOf(auditLog, 'log', ['seq', 'id', 'actorId', 'action', 'entity', 'entityId']),
  selectionOf(auditLog, 'log', ['before', 'after', 'ip', 'createdAt']),
  optional(renamed(users, 'actor', { actorName: 'username' })),
  optional(renamed(userNotes, 'note', { noteText: 'text', noteAuthorId: 'authorId' })),
  computed({ request }),
);
export type RecordRow = Selected<typeof recordColumns>;

interface ChainPart {
  userId: UserId;
  beforeSeq: number;
  limit: number;
}

const scanned = `SELECT * FROM audit_log WHERE chain_id = $1::text AND seq < $2 ORDER BY seq DESC LIMIT ${MAX_SCANNED}`;

export async function selectRecords(
  query: Query,
  { userId, beforeSeq, limit, actions }: ChainPart & { actions: readonly string[] | undefined },
): Promise<RecordRow[]> {
  const statement = `SELECT ${recordColumns.sql} FROM (
      SELECT *, CASE entity WHEN 'note' THEN entity_id::uuid END AS note_id,
        CASE entity WHEN 'transaction' THEN entity_id WHEN 'user' THEN after ->> 'transactionId' END::uuid AS transaction_id
      FROM (${scanned}) AS newest
      WHERE CASE WHEN $3::text[] IS NULL THEN action <> 'session.start' ELSE action = ANY ($3) END ORDER BY seq DESC LIMIT $4) AS log
    LEFT JOIN users actor ON actor.id = log.actor_id
    LEFT JOIN transactions t ON t.user_id = $1::uuid AND t.id = log.transaction_id
    LEFT JOIN user_notes note ON note.user_id = $1::uuid AND note.id = log.note_id
    ORDER BY log.seq DESC`;
  return select(query, recordColumns, statement, [userId, beforeSeq, actions ?? null, limit]);
}

/** Returns the sequence number of the last record that a page reads; undefined if the chain ends before. */
export async function findScanEnd(
  query: Query,
  { userId, beforeSeq }: Pick<ChainPart, 'userId' | 'beforeSeq'>,
): Promise<number | undefined> {
  return selectValue(
    query,
    integer('seq'),
    `FROM audit_log WHERE chain_id = $1::text AND seq < $2 ORDER BY seq DESC
     OFFSET ${MAX_SCANNED - 1} LIMIT 1`,
    [userId, beforeSeq],
  );
}

const signInColumns = renamed(sessions, 's', {
  id: 'id',
  at: 'createdAt',
  ip: 'ip',
  userAgent: 'userAgent',
});
export type SignInRow = Selected<typeof signInColumns>;

/** Logins are available while their sessions are stored. */
export async function selectSignIns(
  query: Query,
  { userId, after, limit }: { userId: UserId; after: Position; limit: number },
): Promise<SignInRow[]> {
  const statement = `SELECT ${signInColumns.sql} FROM sessions s
    WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`;
  return select(query, signInColumns, statement, [userId, after.at, after.id, limit]);
}

export async function isUser(query: Query, userId: UserId): Promise<boolean> {
  return (await query('SELECT 1 FROM users WHERE id = $1', [userId])).length > 0;
}
