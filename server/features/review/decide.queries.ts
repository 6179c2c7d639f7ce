import { inArray } from 'drizzle-orm';
import { appError } from '#server/base/errors.ts';
import { fingerprintOf } from '#server/base/fingerprint.ts';
import type { Tx } from '#server/db/database.ts';
import { OPEN } from '#server/db/statuses.ts';
import { insertStatement, updateStatement } from '../../db/insert-many.ts';
import { decisionRequests } from '../../db/schema/review.ts';
import { transactions } from '../../db/schema/transactions.ts';
import { users } from '../../db/schema/users.ts';
import {
  boolean,
  computed,
  select,
  selectionOf,
  selectValues,
  text,
  together,
} from '../../db/selection.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import type { Command, DecisionInput } from './decisions.ts';

/** Whether an idempotency key is new, was used for the same decision, or for another one. */
export type KeyUse = 'new' | 'repeated' | 'conflict';

export async function bindKey(tx: Tx, command: Command): Promise<boolean> {
  const use = (await bindKeys(tx, [command])).get(command);
  if (use === 'conflict') throw appError('IDEMPOTENCY_CONFLICT');
  return use === 'new';
}

const keyColumns = together(
  selectionOf(decisionRequests, 't'),
  computed({ isNew: boolean('xmax = 0') }),
);

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
  const insert = insertStatement(decisionRequests, inOrder);
  // The update without effect returns the existing fingerprint. xmax is 0 only for inserted rows.
  const bound = await select(
    tx.query,
    keyColumns,
    `${insert.text} ON CONFLICT (decided_by, request_key) DO UPDATE SET created_at = t.created_at
     RETURNING ${keyColumns.sql}`,
    insert.values,
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
    ...said,
    reasonId,
    confirmedDuplicateIds,
    acknowledgedIds: acknowledgedIds?.toSorted(),
    differentPayments: decision.differentPayments?.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  });
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
  const active = 'FROM sources WHERE id = ANY ($1) AND is_active ORDER BY id FOR SHARE';
  return new Set(await selectValues(tx.query, text('id'), active, [wanted]));
}

const DECISION = {
  key: ['userId', 'id'],
  set: [
    'status',
    'adminNotes',
    'reason',
    'sourceId',
    'decisionKey',
    'decidedBy',
    'decidedAt',
    'approvedBy',
    'approvedAt',
    'version',
    'updatedAt',
  ],
} as const;

const decidedColumns = selectionOf(transactions, 't', ['id', 'isAdjustment']);

export async function markDecided(tx: Tx, rows: TransactionRow[]): Promise<TransactionRow[]> {
  const { text, values } = updateStatement(transactions, rows, DECISION);
  const changed = await select(
    tx.query,
    decidedColumns,
    `${text} AND t.status ${OPEN} RETURNING ${decidedColumns.sql}`,
    values,
  );
  if (changed.length !== rows.length) throw new Error('A locked request was decided by another');
  const computed = new Map(changed.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...computed.get(row.id) }));
}
