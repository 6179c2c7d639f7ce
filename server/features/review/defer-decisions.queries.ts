import { sql } from 'drizzle-orm';
import type { Decision as Outcome } from '#contract/review/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Orm, Query } from '#server/db/database.ts';
import type { DrizzleRow } from '#server/db/insert-many.ts';
import { waitingDecisions } from '#server/db/schema/review.ts';
import { receiptUrlOf } from '../transactions/transaction-views.ts';
import type { PlannedDecision } from './decisions.ts';

/** If a server stops while it executes a decision, another server takes over after this time. */
const CLAIM_DURATION = "interval '10 seconds'";
const POSTPONEMENT = "interval '30 seconds'";
const LONGEST_WAIT = "interval '1 day'";
/** SQL: due, or requested in the future because the database's clock was set back. */
const IS_DUE = `(due_at <= clock_timestamp() OR asked_at > clock_timestamp())`;

export interface DeferredRow {
  userId: UserId;
  transactionId: string;
  decidedBy: UserId;
  /** Null if the account was deleted. */
  deciderName: string | null;
  sessionId: string;
  ip: string;
  decision: Outcome;
  notes: string | null;
  sourceId: string | null;
  reasonId: string | null;
  requestKey: string;
  /** The receipt when the decision was made. */
  receiptUrl: string | null;
  confirmedDuplicateIds: string[] | null;
  undoMs: number;
  attempts: number;
}

const columns = `w.user_id AS "userId", w.transaction_id AS "transactionId", w.decided_by AS "decidedBy",
  w.session_id AS "sessionId", w.ip, w.decision, w.notes, w.source_id AS "sourceId", w.reason_id AS "reasonId",
  w.request_key AS "requestKey", w.receipt_url AS "receiptUrl",
  w.confirmed_duplicate_ids AS "confirmedDuplicateIds", w.attempts,
  greatest(0, ceil(extract(epoch FROM w.due_at - clock_timestamp()) * 1000))::int AS "undoMs"`;

export async function selectDeferred(query: Query, ids: readonly string[]): Promise<DeferredRow[]> {
  return query(
    `SELECT ${columns}, u.username::text AS "deciderName"
     FROM waiting_decisions w LEFT JOIN users u ON u.id = w.decided_by AND u.deleted_at IS NULL
     WHERE w.transaction_id = ANY ($1::uuid[])`,
    [ids],
  );
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

/** The caller has locked the requests. Returns those whose decision was cancelled. */
export async function cancelAllDeferred(
  query: Query,
  { ids, decidedBy }: { ids: readonly string[]; decidedBy: string },
): Promise<Set<string>> {
  const taken = await query<{ id: string }>(
    `DELETE FROM waiting_decisions WHERE transaction_id = ANY ($1::uuid[]) AND decided_by = $2 RETURNING transaction_id AS id`,
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
  const postponed = await query(
    `UPDATE waiting_decisions
     SET due_at = clock_timestamp() + ${POSTPONEMENT}, taken_until = NULL, attempts = 0
     WHERE transaction_id = $1 AND asked_at > clock_timestamp() - ${LONGEST_WAIT} RETURNING 1`,
    [transactionId],
  );
  return postponed.length > 0;
}

/**
 * Claims due decisions for execution, oldest first. Holds no lock afterwards: the executing server locks the request
 * first, and finds the decision deleted if another server was faster.
 */
export async function claimDue(query: Query, limit: number): Promise<DeferredRow[]> {
  return query(
    `WITH due AS (
       SELECT user_id, transaction_id FROM waiting_decisions
       WHERE ${IS_DUE} AND (taken_until IS NULL OR taken_until <= clock_timestamp()
         OR taken_until > clock_timestamp() + ${CLAIM_DURATION})
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE waiting_decisions w
     SET taken_until = clock_timestamp() + ${CLAIM_DURATION}, attempts = attempts + 1
     FROM due WHERE w.user_id = due.user_id AND w.transaction_id = due.transaction_id
     RETURNING ${columns},
       (SELECT username::text FROM users WHERE users.id = w.decided_by AND deleted_at IS NULL) AS "deciderName"`,
    [limit],
  );
}
