import { sql } from 'drizzle-orm';
import type { Orm, Query } from '#server/db/database.ts';
import type { DrizzleRow } from '#server/db/insert-many.ts';
import { waitingDecisions } from '#server/db/schema/review.ts';
import {
  computed,
  integer,
  nullable,
  personId,
  renamed,
  type Selected,
  select,
  selectionOf,
  text,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import { receiptUrlOf } from '../transactions/transaction-views.ts';
import type { PlannedDecision } from './decisions.ts';

/** If a server stops while it executes a decision, another server takes over after this time. */
const CLAIM_DURATION = "interval '10 seconds'";
const POSTPONEMENT = sql`interval '30 seconds'`;
const LONGEST_WAIT = sql`interval '1 day'`;
/** SQL: due, or requested in the future because the database's clock was set back. */
const IS_DUE = `(due_at <= clock_timestamp() OR asked_at > clock_timestamp())`;

const columns = together(
  /** `receiptUrl` is the receipt when the decision was made. */
  selectionOf(waitingDecisions, 'w', [
    ...(['transactionId', 'sessionId', 'ip', 'decision', 'notes', 'sourceId', 'reasonId'] as const),
    ...(['requestKey', 'receiptUrl', 'confirmedDuplicateIds', 'attempts'] as const),
  ]),
  computed({
    userId: personId('w.user_id'),
    decidedBy: personId('w.decided_by'),
    /** Null if the account was deleted. */
    deciderName: nullable(
      text('SELECT username FROM users WHERE users.id = w.decided_by AND deleted_at IS NULL'),
    ),
    undoMs: integer('greatest(0, ceil(extract(epoch FROM w.due_at - clock_timestamp()) * 1000))'),
  }),
);
export type DeferredRow = Selected<typeof columns>;

export async function selectDeferred(query: Query, ids: readonly string[]): Promise<DeferredRow[]> {
  const statement = 'FROM waiting_decisions w WHERE w.transaction_id = ANY ($1::uuid[])';
  return select(query, columns, statement, [ids]);
}

/** Stores deferred decisions. The caller has locked their requests, which must not have one. */
export async function insertDeferred(
  orm: Orm,
  { planned, waitMs }: { planned: readonly PlannedDecision[]; waitMs: number },
): Promise<void> {
  const rows = planned.map(
    ({ row, command: { actor, decision } }): DrizzleRow<typeof waitingDecisions, 'attempts'> => ({
      userId: row.userId,
      transactionId: row.id,
      decidedBy: actor.userId,
      sessionId: actor.credential.id,
      ip: actor.ip,
      decision: decision.decision,
      notes: decision.notes || null,
      sourceId: decision.sourceId ?? null,
      reasonId: decision.reasonId ?? null,
      receiptUrl: receiptUrlOf(row),
      confirmedDuplicateIds: decision.confirmedDuplicateIds ?? null,
      requestKey: decision.requestKey.toLowerCase(),
      askedAt: sql`clock_timestamp()`,
      dueAt: sql`clock_timestamp() + ${waitMs} * interval '1 millisecond'`,
      takenUntil: null,
    }),
  );
  await orm.insert(waitingDecisions).values(rows);
}

const cancelledId = renamed(waitingDecisions, 'w', { id: 'transactionId' });

/** The caller has locked the requests. Returns those whose decision was cancelled. */
export async function cancelAllDeferred(
  query: Query,
  { ids, decidedBy }: { ids: readonly string[]; decidedBy: string },
): Promise<Set<string>> {
  const taken = await select(
    query,
    cancelledId,
    `DELETE FROM waiting_decisions w WHERE transaction_id = ANY ($1::uuid[]) AND decided_by = $2 RETURNING ${cancelledId.sql}`,
    [ids, decidedBy],
  );
  return new Set(taken.map(({ id }) => id));
}

/** The caller has locked its request. Returns false if there is none. */
export async function cancelDeferred(
  query: Query,
  waiting: Pick<DeferredRow, 'transactionId' | 'decidedBy' | 'requestKey'>,
): Promise<boolean> {
  const taken = await query(
    `DELETE FROM waiting_decisions
     WHERE transaction_id = $1 AND decided_by = $2 AND request_key = $3 RETURNING 1`,
    [waiting.transactionId, waiting.decidedBy, waiting.requestKey],
  );
  return taken.length > 0;
}

/**
 * Lets a claimed decision wait longer, because the key of its account number is missing. Returns false if it has waited
 * for too long.
 */
export async function postpone(query: Query, { transactionId }: DeferredRow): Promise<boolean> {
  return update(query, waitingDecisions, {
    set: { dueAt: sql`clock_timestamp() + ${POSTPONEMENT}`, takenUntil: null, attempts: 0 },
    where: { transactionId },
    and: sql`${waitingDecisions.askedAt} > clock_timestamp() - ${LONGEST_WAIT}`,
  });
}

/**
 * Claims due decisions for execution, oldest first. Holds no lock afterwards: the executing server locks the request
 * first, and finds the decision deleted if another server was faster.
 */
export async function claimDue(query: Query, limit: number): Promise<DeferredRow[]> {
  return select(
    query,
    columns,
    `WITH due AS (
       SELECT user_id, transaction_id FROM waiting_decisions
       WHERE ${IS_DUE} AND (taken_until IS NULL OR taken_until <= clock_timestamp()
         OR taken_until > clock_timestamp() + ${CLAIM_DURATION})
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE waiting_decisions w
     SET taken_until = clock_timestamp() + ${CLAIM_DURATION}, attempts = attempts + 1
     FROM due WHERE w.user_id = due.user_id AND w.transaction_id = due.transaction_id
     RETURNING ${columns.sql}`,
    [limit],
  );
}
