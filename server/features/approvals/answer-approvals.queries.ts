import type { ApprovalState } from '#contract/approvals/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { approvalConfirmations, approvalRequests } from '#server/db/schema/approvals.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  countOf,
  type Expression,
  integer,
  optional,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValue,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import type { Position } from '#server/platform/lists/cursor.ts';
import {
  type ApprovalRow,
  activeAdmins,
  approvalColumns,
  isRecentAccount,
} from './approvals.queries.ts';

const confirmations: Expression<{ id: UserId; username: string | null; at: string }[]> = {
  sql: `coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.confirmed_by, 'username', u.username, 'at', c.created_at) ORDER BY c.created_at)
    FROM approval_confirmations c LEFT JOIN users u ON u.id = c.confirmed_by WHERE c.request_id = a.id), '[]')`,
};

const makerName = optional(renamed(users, 'm', { makerName: 'username' }));

/** Everything but the input, which can contain the hash of a password, and the credential. */
const listedColumns = together(
  selectionOf(approvalRequests, 'a', [
    ...(['id', 'kind', 'command', 'state', 'makerId', 'concernedId', 'targetId'] as const),
    ...(['amountPaise', 'reason', 'action', 'entity', 'before', 'after', 'needed'] as const),
    ...(['createdAt', 'expiresAt', 'endedAt', 'endedBy', 'refusal', 'failure'] as const),
  ]),
  makerName,
  optional(renamed(users, 'p', { concernedName: 'username' })),
  optional(renamed(users, 'e', { endedByName: 'username' })),
  computed({
    /** Whether the reader or the maker created the account of the other or set its password in the last days. */
    isRecentAccount: boolean(isRecentAccount('$1', 'a.maker_id', '$2')),
    confirmations,
  }),
);

/** A request with the names of its people. */
export type ListedApproval = Selected<typeof listedColumns>;

const LISTED = `FROM approval_requests a LEFT JOIN users m ON m.id = a.maker_id
    LEFT JOIN users p ON p.id = a.concerned_id LEFT JOIN users e ON e.id = a.ended_by`;

interface Reading {
  reader: UserId;
  now: Date;
}

interface Wanted {
  after: Position | undefined;
  targetId?: string | undefined;
  kind?: ApprovalKind | undefined;
  limit: number;
}

export async function findListed(
  query: Query,
  { reader, now }: Reading,
  id: string,
): Promise<ListedApproval | undefined> {
  return selectFirst(query, listedColumns, `${LISTED} WHERE a.id = $3`, [reader, now, id]);
}

function listPage(
  query: Query,
  { reader, now }: Reading,
  { after, targetId, kind, limit, rest }: Wanted & { rest: string },
): Promise<ListedApproval[]> {
  return select(
    query,
    listedColumns,
    `${LISTED} WHERE ($3::text IS NULL OR a.target_id = $3) AND ($4::text IS NULL OR a.kind = $4) AND ${rest} LIMIT $7`,
    [reader, now, targetId ?? null, kind ?? null, after?.at ?? null, after?.id ?? null, limit],
  );
}

/** Returns waiting requests in order of their time, oldest first. */
export async function listWaiting(
  query: Query,
  reading: Reading,
  wanted: Wanted,
): Promise<ListedApproval[]> {
  const rest = `a.state = 'waiting' AND ($5::timestamptz IS NULL OR (a.created_at, a.id) > ($5, $6::uuid))
    ORDER BY a.created_at, a.id`;
  return listPage(query, reading, { ...wanted, rest });
}

/** Returns ended requests, the last ended first. */
export async function listEnded(
  query: Query,
  reading: Reading,
  wanted: Wanted,
): Promise<ListedApproval[]> {
  const rest = `a.state <> 'waiting' AND ($5::timestamptz IS NULL OR (a.ended_at, a.id) < ($5, $6::uuid))
    ORDER BY a.ended_at DESC, a.id DESC`;
  return listPage(query, reading, { ...wanted, rest });
}

const counted = computed({
  waiting: integer('count(*)'),
  confirmable: integer(`count(*) FILTER (WHERE a.maker_id IS DISTINCT FROM $1
    AND a.concerned_id IS DISTINCT FROM $1 AND NOT ${isRecentAccount('$1', 'a.maker_id', '$2')}
    AND NOT EXISTS (SELECT FROM approval_confirmations c WHERE c.request_id = a.id AND c.confirmed_by = $1))`),
  activeAdmins,
});

/** Returns the number of waiting requests, of those that the reader can confirm, and of active administrators. */
export async function countApprovals(
  query: Query,
  { reader, now }: Reading,
): Promise<Selected<typeof counted>> {
  const counts = await selectFirst(
    query,
    counted,
    `FROM (SELECT * FROM approval_requests WHERE state = 'waiting' ORDER BY created_at LIMIT 100) AS a`,
    [reader, now],
  );
  return counts ?? { waiting: 0, confirmable: 0, activeAdmins: 0 };
}

export async function lockApproval(query: Query, id: string): Promise<ApprovalRow | undefined> {
  const statement = 'FROM approval_requests a WHERE id = $1 FOR UPDATE';
  return selectFirst(query, approvalColumns, statement, [id]);
}

const namedColumns = together(approvalColumns, makerName);

export async function selectApproval(
  query: Query,
  id: string,
): Promise<Selected<typeof namedColumns> | undefined> {
  const statement = `FROM approval_requests a LEFT JOIN users m ON m.id = a.maker_id WHERE a.id = $1`;
  return selectFirst(query, namedColumns, statement, [id]);
}

export async function selectIsRecentAccount(
  query: Query,
  { reader, makerId, now }: { reader: UserId; makerId: string; now: Date },
): Promise<boolean> {
  const isRecent = boolean(isRecentAccount('$1', '$2::uuid', '$3'));
  return (await selectValue(query, isRecent, '', [reader, makerId, now])) ?? false;
}

/** Adds a confirmation. Returns who has confirmed the request. */
export async function addConfirmation(
  tx: Tx,
  requestId: string,
  confirmedBy: UserId,
): Promise<number> {
  insertMany(tx, approvalConfirmations, [{ requestId, confirmedBy, createdAt: tx.at }]);
  return countOf(tx.query, 'approval_confirmations WHERE request_id = $1', [requestId]);
}

export async function hasConfirmed(
  query: Query,
  requestId: string,
  confirmedBy: UserId,
): Promise<boolean> {
  const rows = await query(
    'SELECT 1 FROM approval_confirmations WHERE request_id = $1 AND confirmed_by = $2',
    [requestId, confirmedBy],
  );
  return rows.length > 0;
}

/** Raises the number of confirmations that a locked, waiting request needs. */
export async function raiseNeeded(tx: Tx, row: ApprovalRow, needed: number): Promise<ApprovalRow> {
  if (needed <= row.needed) return row;
  await update(tx.query, approvalRequests, { set: { needed }, where: { id: row.id } });
  return { ...row, needed };
}

export interface End {
  state: Exclude<ApprovalState, 'waiting'>;
  endedBy: UserId | null;
  refusal?: string | undefined;
  failure?: string | undefined;
}

/** Ends a locked, waiting request. */
export async function endApproval(
  tx: Tx,
  row: ApprovalRow,
  { state, endedBy, refusal, failure }: End,
): Promise<ApprovalRow> {
  await update(tx.query, approvalRequests, {
    set: {
      state,
      input: null,
      endedAt: tx.at,
      endedBy,
      refusal: refusal || null,
      failure: failure ?? null,
    },
    where: { id: row.id },
  });
  return { ...row, state, failure: failure ?? null };
}
