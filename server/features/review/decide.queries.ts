import { inArray } from 'drizzle-orm';
import type { Decision as Outcome } from '#contract/review/schema.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import { fingerprintOf } from '#server/base/fingerprint.ts';
import type { Tx } from '#server/db/database.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { insertStatement, updateStatement } from '../../db/insert-many.ts';
import { decisionRequests } from '../../db/schema/review.ts';
import { transactions } from '../../db/schema/transactions.ts';
import { users } from '../../db/schema/users.ts';
import { type Selected, selectionOf } from '../../db/selection.ts';
import type { MatchedLine } from '../statements/accept-matches.ts';
import { hasUncompared, pendingWithSameReceipt } from '../transactions/compare-receipts.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

export interface DecisionInput {
  /** Ids of up to 10 000 transactions; duplicates are decided once. */
  ids: string[];
  decision: Outcome;
  notes?: string | undefined;
  sourceId?: string | undefined;
  reasonId?: string | undefined;
  /** Requests whose warnings were acknowledged. If undefined, warnings do not block an approval. */
  acknowledgedIds?: string[] | undefined;
  /** Approved requests with the same receipt that the reviewer has confirmed. */
  confirmedDuplicateIds?: string[] | undefined;
  /** Receipts that the reviewer saw. An approval is refused if one of them was replaced since. */
  seenReceipts?: { id: string; receiptUrl: string | null }[] | undefined;
  requestKey: string;
}

/** Of each request, the error if it could not be decided. */
export type DecisionResults = Map<string, AppError | undefined>;

/** The administrator who switched automatic approvals on. */
export interface Automatic {
  /** Null for the command line. */
  enabledBy: string | null;
}

export interface Command {
  /** Of an automatic approval, the administrator who imported the statement: all limits of this person apply. */
  actor: Actor;
  decision: DecisionInput;
  automatic?: Automatic;
  uncheckedIds?: ReadonlySet<string>;
  /** The list that this is a part of. Its first part binds the key of the whole list. */
  part?: { whole: DecisionInput; isFirst: boolean };
}

/** The administrator who decides; null for the system. */
export const deciderOf = ({ actor, automatic }: Command) => (automatic ? null : actor.userId);

/** Whether an idempotency key is new, was used for the same decision, or for another one. */
export type KeyUse = 'new' | 'repeated' | 'conflict';

export async function bindKey(tx: Tx, command: Command): Promise<boolean> {
  const use = (await bindKeys(tx, [command])).get(command);
  if (use === 'conflict') throw appError('IDEMPOTENCY_CONFLICT');
  return use === 'new';
}

const keyColumns = selectionOf(decisionRequests, 't');

/** Binds each idempotency key to its decision, unless its administrator used it for another one. */
export async function bindKeys(
  tx: Tx,
  commands: readonly Command[],
): Promise<Map<Command, KeyUse>> {
  const binding = commands.filter(({ part }) => part?.isFirst !== false);
  if (binding.length === 0) return new Map(commands.map((command) => [command, 'repeated']));
  const wanted = binding.map(({ actor, decision, part }) => ({
    decidedBy: actor.userId,
    requestKey: decision.requestKey.toLowerCase(),
    fingerprint: fingerprint(part?.whole ?? decision),
    // The time before waiting for locks: `tx.at` is read after them.
    createdAt: tx.beganAt,
  }));
  const nameOf = (key: { decidedBy: string; requestKey: string }) =>
    `${key.decidedBy} ${key.requestKey}`;
  const inOrder = wanted.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const { text, values } = insertStatement(decisionRequests, inOrder);
  // The update without effect returns the existing fingerprint. xmax is 0 only for inserted rows.
  const bound = await tx.query<Selected<typeof keyColumns> & { isNew: boolean }>(
    `${text} ON CONFLICT (decided_by, request_key) DO UPDATE SET created_at = t.created_at
     RETURNING ${keyColumns.sql}, xmax = 0 AS "isNew"`,
    values,
  );
  const known = new Map(bound.map((key) => [nameOf(key), key]));
  return new Map(
    commands.map((command) => {
      const key = wanted[binding.indexOf(command)];
      if (!key) return [command, 'repeated'];
      const first = known.get(nameOf(key));
      if (!first?.fingerprint.equals(key.fingerprint)) {
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

function fingerprint(decision: DecisionInput): Buffer {
  const { ids, decision: verdict, notes, sourceId, reasonId, acknowledgedIds } = decision;
  const confirmedDuplicateIds = decision.confirmedDuplicateIds?.toSorted();
  const said = { ids: ids.toSorted(), verdict, notes: notes || null, sourceId: sourceId ?? null };
  return fingerprintOf({
    ...{ ...said, reasonId, confirmedDuplicateIds },
    acknowledgedIds: acknowledgedIds?.toSorted(),
  });
}

const requestColumns = selectionOf(transactions, 't');

/** Locks requests in order of id. */
export async function lockRequests(tx: Tx, ids: readonly string[]): Promise<TransactionRow[]> {
  return tx.query<TransactionRow>(
    `SELECT ${requestColumns.sql} FROM transactions t WHERE t.id = ANY ($1::uuid[]) ORDER BY t.id FOR UPDATE`,
    [ids],
  );
}

/**
 * Like `lockRequests`, and also locks the pending ones with the receipt of `approving`. If a receipt of `approving` was not
 * compared yet, locks and returns nothing, except with `isCompared`.
 */
export async function lockRequestsAndSame(
  tx: Tx,
  { ids, approving, isCompared }: { ids: string[]; approving: string[]; isCompared: boolean },
): Promise<TransactionRow[]> {
  return tx.query<TransactionRow>(
    `SELECT ${requestColumns.sql} FROM transactions t
     WHERE t.id = ANY (ARRAY(SELECT unnest($1::uuid[]) UNION ${pendingWithSameReceipt('$2::uuid[]')}))
       AND ($3 OR NOT ${hasUncompared('$2::uuid[]')})
     ORDER BY t.id FOR UPDATE`,
    [ids, approving, isCompared],
  );
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

export interface PlannedDecision {
  row: TransactionRow;
  command: Command;
  /** Approved requests with the same receipt that the command confirms. */
  duplicateIds?: string[];
  reason?: ReasonTexts | undefined;
  /** Received money that an approval accepts as that of the request. */
  matches?: MatchedLine[] | undefined;
}

const DECISION = {
  key: ['userId', 'id'],
  set: [
    ...(['status', 'adminNotes', 'reason', 'sourceId', 'decisionKey', 'decidedBy'] as const),
    ...(['decidedAt', 'approvedBy', 'approvedAt', 'version', 'updatedAt'] as const),
  ],
} as const;

export async function markDecided(tx: Tx, rows: TransactionRow[]): Promise<TransactionRow[]> {
  const { text, values } = updateStatement(transactions, rows, DECISION);
  const changed = await tx.query<{ id: string; isAdjustment: boolean }>(
    `${text} AND t.status = 'pending' RETURNING t.id, t.is_adjustment AS "isAdjustment"`,
    values,
  );
  if (changed.length !== rows.length) throw new Error('A locked request was decided by another');
  const computed = new Map(changed.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...computed.get(row.id) }));
}

export function withDecisionApplied(planned: PlannedDecision[], at: Date): PlannedDecision[] {
  return planned.map((one) => ({ ...one, row: toDecided(one, at) }));
}

function toDecided({ row, command, reason }: PlannedDecision, at: Date): TransactionRow {
  const { decision } = command;
  const decidedBy = deciderOf(command);
  const isApproval = decision.decision === 'approved';
  const sourceId = isApproval && row.type === 'deposit' ? decision.sourceId : undefined;
  const change: Pick<TransactionRow, (typeof DECISION)['set'][number]> = {
    status: decision.decision,
    adminNotes: [reason?.en, decision.notes].filter(Boolean).join('\n') || null,
    reason: reason ?? null,
    sourceId: sourceId ?? null,
    decisionKey: decision.requestKey.toLowerCase(),
    decidedBy,
    decidedAt: at,
    approvedBy: isApproval ? decidedBy : null,
    approvedAt: isApproval ? at : null,
    version: row.version + 1,
    updatedAt: at,
  };
  return { ...row, ...change };
}
