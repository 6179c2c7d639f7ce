import { asc, inArray, sql } from 'drizzle-orm';
import type { Decision as Outcome } from '#contract/review/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { fingerprintOf } from '#server/platform/runtime/fingerprint.ts';
import { transactions, users } from '../../db/schema.ts';
import type { TransactionRow } from '../transactions/service.ts';

export interface Decision {
  /** Ids of up to 10 000 transactions; duplicates are decided once. */
  ids: string[];
  decision: Outcome;
  notes?: string | undefined;
  sourceId?: string | undefined;
  /** A canned reason; only for rejections. */
  reasonId?: string | undefined;
  /** Requests whose warnings were acknowledged. If undefined, warnings do not block an approval. */
  acknowledgedIds?: string[] | undefined;
  requestKey: string;
}

export interface Command {
  actor: Actor;
  decision: Decision;
  /** Requests that are not approved, because they have unacknowledged warnings. */
  uncheckedIds?: ReadonlySet<string>;
}

const NO_FINGERPRINT = Buffer.alloc(0);

/** Whether an idempotency key is new, was used for the same decision, or for another one. */
export type KeyUse = 'new' | 'repeated' | 'conflict';

/** Binds an idempotency key to its decision. Returns whether the key is new. Throws IDEMPOTENCY_CONFLICT. */
export async function bindKey(tx: Tx, command: Command): Promise<boolean> {
  const use = (await bindKeys(tx, [command])).get(command);
  if (use === 'conflict') throw appError('IDEMPOTENCY_CONFLICT');
  return use === 'new';
}

/** Binds each idempotency key to its decision, unless its administrator used it for another one. */
export async function bindKeys(
  tx: Tx,
  commands: readonly Command[],
): Promise<Map<Command, KeyUse>> {
  const wanted = commands.map(({ actor, decision }) => ({
    actorId: actor.userId,
    requestKey: decision.requestKey.toLowerCase(),
    fingerprint: fingerprint(decision),
  }));
  // The update without effect returns the existing fingerprint. xmax is 0 only for inserted rows.
  const bound = await tx.query<{
    actorId: string;
    requestKey: string;
    fingerprint: Buffer;
    isNew: boolean;
  }>(
    `INSERT INTO decision_requests AS kept (decided_by, request_key, fingerprint, created_at)
     SELECT *, $4::timestamptz FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS wanted (by, key, print)
     ORDER BY by, key
     ON CONFLICT (decided_by, request_key) DO UPDATE SET created_at = kept.created_at
     RETURNING decided_by AS "actorId", request_key AS "requestKey", fingerprint, xmax = 0 AS "isNew"`,
    [
      wanted.map((key) => key.actorId),
      wanted.map((key) => key.requestKey),
      wanted.map((key) => key.fingerprint),
      // The time before waiting for locks: `tx.at` is read after them.
      tx.beganAt,
    ],
  );
  const nameOf = (key: { actorId: string; requestKey: string }) =>
    `${key.actorId} ${key.requestKey}`;
  const known = new Map(bound.map((key) => [nameOf(key), key]));
  return new Map(
    commands.map((command, n) => {
      const key = wanted[n];
      const first = key && known.get(nameOf(key));
      if (!first?.fingerprint.equals(key?.fingerprint ?? NO_FINGERPRINT)) {
        return [command, 'conflict'];
      }
      return [command, first.isNew ? 'new' : 'repeated'];
    }),
  );
}

/** Releases keys that were bound in this transaction to decisions that are not made. */
export function freeKeys(tx: Tx, commands: Command[]): void {
  if (commands.length === 0) return;
  tx.write(
    `DELETE FROM decision_requests AS kept USING unnest($1::uuid[], $2::uuid[]) AS freed (by, key)
     WHERE kept.decided_by = freed.by AND kept.request_key = freed.key`,
    [
      commands.map(({ actor }) => actor.userId),
      commands.map(({ decision }) => decision.requestKey.toLowerCase()),
    ],
  );
}

function fingerprint(decision: Decision): Buffer {
  const { ids, decision: verdict, notes, sourceId, reasonId, acknowledgedIds } = decision;
  const said = { ids: ids.toSorted(), verdict, notes: notes || null, sourceId: sourceId ?? null };
  return fingerprintOf({ ...said, reasonId, acknowledgedIds: acknowledgedIds?.toSorted() });
}

/** Locks the existing requests in id order. */
export async function lockRequests(tx: Tx, ids: string[]): Promise<TransactionRow[]> {
  return tx.orm
    .select()
    .from(transactions)
    .where(sql`${transactions.id} = ANY (${sql.param(ids)}::uuid[])`)
    .orderBy(asc(transactions.id))
    .for('update');
}

export type Names = Map<string, string>;

export async function findDeciders(tx: Tx, rows: TransactionRow[]): Promise<Names> {
  const ids = rows.map((row) => row.decidedBy).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = await tx.orm
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Returns the ids of active sources and locks them until the transaction ends. */
export async function lockActiveSources(tx: Tx, ids: string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const found = await tx.query<{ id: string }>(
    'SELECT id FROM sources WHERE id = ANY ($1) AND is_active ORDER BY id FOR SHARE',
    [wanted],
  );
  return new Set(found.map(({ id }) => id));
}

/** A locked request and the decision on it. */
export interface Verdict {
  row: TransactionRow;
  command: Command;
  /** Texts of its canned reason. */
  reason?: ReasonTexts | undefined;
}

/** Stores decisions on locked pending requests. Returns the updated requests. */
export async function markDecided(tx: Tx, rows: TransactionRow[]): Promise<TransactionRow[]> {
  const changed = await tx.query<{ id: string; isAdjustment: boolean }>(
    `UPDATE transactions AS t SET status = d.status, admin_notes = d.notes,
       source_id = d.source_id, decision_key = d.key, decided_by = d.decided_by, decided_at = $8,
       approved_by = d.approved_by, approved_at = CASE WHEN d.approved_by IS NOT NULL THEN $8::timestamptz END,
       version = t.version + 1, updated_at = $8, reason = d.reason
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $9::uuid[],
       $10::jsonb[]) AS d (id, status, notes, source_id, key, decided_by, approved_by, user_id, reason)
     WHERE t.user_id = d.user_id AND t.id = d.id AND t.status = 'pending'
     RETURNING t.id, t.is_adjustment AS "isAdjustment"`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.status),
      rows.map((row) => row.adminNotes),
      rows.map((row) => row.sourceId),
      rows.map((row) => row.decisionKey),
      rows.map((row) => row.decidedBy),
      rows.map((row) => row.approvedBy),
      tx.at,
      rows.map((row) => row.userId),
      rows.map((row) => row.reason && JSON.stringify(row.reason)),
    ],
  );
  if (changed.length !== rows.length) throw new Error('A locked request was decided by another');
  const computed = new Map(changed.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...computed.get(row.id) }));
}

/** Returns the verdicts with their requests as they are after the decision. */
export function decided(verdicts: Verdict[], at: Date): Verdict[] {
  return verdicts.map((verdict) => ({ ...verdict, row: toDecided(verdict, at) }));
}

function toDecided(
  { row, command: { actor, decision }, reason }: Verdict,
  at: Date,
): TransactionRow {
  const isApproval = decision.decision === 'approved';
  const sourceId = isApproval && row.type === 'deposit' ? decision.sourceId : undefined;
  return {
    ...row,
    status: decision.decision,
    adminNotes: [reason?.en, decision.notes].filter(Boolean).join('\n') || null,
    reason: reason ?? null,
    sourceId: sourceId ?? null,
    decisionKey: decision.requestKey.toLowerCase(),
    decidedBy: actor.userId,
    decidedAt: at,
    approvedBy: isApproval ? actor.userId : null,
    approvedAt: isApproval ? at : null,
    version: row.version + 1,
    updatedAt: at,
  };
}
