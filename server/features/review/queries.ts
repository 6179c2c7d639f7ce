import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Decision as Verdict } from '#contract/review.ts';
import type { Tx } from '#server/db/database.ts';
import { appError } from '#server/lib/errors.ts';
import { fingerprintOf } from '#server/lib/fingerprint.ts';
import type { Actor } from '#server/lib/gate.ts';
import { transactions, users } from '../../db/schema.ts';
import type { TransactionRow } from '../transactions/service.ts';

export interface Decision {
  /** Up to 10 000 transactions; each is decided once, however often it is named. */
  ids: string[];
  decision: Verdict;
  notes?: string | undefined;
  sourceId?: string | undefined;
  requestKey: string;
}

/** Makes the key stand for this decision alone. Throws IDEMPOTENCY_CONFLICT when its maker used it for another. */
export async function bindKey(
  tx: Tx,
  { actor, decision, ids }: { actor: Actor; decision: Decision; ids: string[] },
): Promise<void> {
  const { requestKey, decision: verdict, notes, sourceId } = decision;
  const said = { ids: ids.toSorted(), verdict, notes: notes || null, sourceId: sourceId ?? null };
  const fingerprint = fingerprintOf(said);
  // An update of nothing, so that the key's first fingerprint is returned.
  const [bound] = await tx.query<{ fingerprint: Buffer }>(
    `INSERT INTO decision_requests AS kept (decided_by, request_key, fingerprint, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (decided_by, request_key) DO UPDATE SET created_at = kept.created_at
     RETURNING fingerprint`,
    [actor.userId, requestKey, fingerprint, tx.at],
  );
  if (!bound?.fingerprint.equals(fingerprint)) throw appError('IDEMPOTENCY_CONFLICT');
}

/** Locks those of the requests that exist, by id. */
export async function lockRequests(tx: Tx, ids: string[]): Promise<TransactionRow[]> {
  return tx.orm
    .select()
    .from(transactions)
    .where(sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(asc(transactions.id))
    .for('update');
}

/** Usernames by id. */
export type Names = Map<string, string>;

/** Who decided those of the requests that are decided. */
export async function findDeciders(tx: Tx, rows: TransactionRow[]): Promise<Names> {
  const ids = rows.map((row) => row.decidedBy).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = await tx.orm
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Throws SOURCE_NOT_FOUND unless the source is active, and keeps it so; none is none. */
export async function requireSource(tx: Tx, sourceId: string | undefined): Promise<void> {
  if (sourceId === undefined) return;
  const found = await tx.query('SELECT 1 FROM sources WHERE id = $1 AND is_active FOR SHARE', [
    sourceId,
  ]);
  if (found.length === 0) throw appError('SOURCE_NOT_FOUND');
}

/** Changes the status of pending requests that the caller has locked. */
export async function markDecided(
  tx: Tx,
  { actor, decision, ids }: { actor: Actor; decision: Decision; ids: string[] },
): Promise<TransactionRow[]> {
  const isApproval = decision.decision === 'approved';
  const sourceId = isApproval ? (decision.sourceId ?? null) : null;
  const decided = await tx.orm
    .update(transactions)
    .set({
      status: decision.decision,
      adminNotes: decision.notes || null,
      sourceId: sql`CASE ${transactions.type} WHEN 'deposit' THEN ${sourceId}::uuid END`,
      decisionKey: decision.requestKey,
      decidedBy: actor.userId,
      decidedAt: tx.at,
      approvedBy: isApproval ? actor.userId : null,
      approvedAt: isApproval ? tx.at : null,
      version: sql`${transactions.version} + 1`,
      updatedAt: tx.at,
    })
    .where(
      and(
        sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`,
        eq(transactions.status, 'pending'),
      ),
    )
    .returning();
  if (decided.length !== ids.length) throw new Error('A locked request was decided by another');
  return decided;
}
