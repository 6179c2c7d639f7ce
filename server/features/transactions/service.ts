import { transactionId, type UserId } from '#contract/base.ts';
import type { LiveEvent } from '#contract/events.ts';
import { maskAccountNumber } from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Tx } from '#server/db/database.ts';
import type { Actor } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import { insertUnlessTaken, type TransactionRow } from './queries.ts';
import { takeMillisecond } from './references.ts';

/** The columns that make up what an owner sees. */
export type OwnColumns = Pick<
  TransactionRow,
  | 'id'
  | 'type'
  | 'kind'
  | 'amountPaise'
  | 'status'
  | 'paymentMethod'
  | 'referenceId'
  | 'userNotes'
  | 'adminNotes'
  | 'createdAt'
  | 'updatedAt'
  | 'beneficiary'
>;
const MAX_REFERENCE_ATTEMPTS = 1000;

/** Who decided, when no account says so any more (section 9: default approver label). */
export const DEFAULT_DECIDER = 'admin';

/** An adjustment to record: signed, already approved, by whom and why. */
export interface NewAdjustment {
  actor: Actor;
  userId: UserId;
  differencePaise: number;
  requestKey: string;
  requestFingerprint: Buffer;
  sourceId: string;
  paymentMethod: string;
  notes: string;
  referenceOf: (ms: number) => string;
}

/** Inserts the transaction of a balance's adjustment. The caller holds the wallet's lock and posts it. */
export async function insertAdjustment(
  tx: Tx,
  { actor, differencePaise, notes, referenceOf, ...given }: NewAdjustment,
): Promise<TransactionRow> {
  const now = tx.at;
  const values = {
    ...given,
    ...({ id: newId(), kind: 'adjustment', status: 'approved' } as const),
    type: differencePaise > 0 ? ('deposit' as const) : ('withdrawal' as const),
    amountPaise: Math.abs(differencePaise),
    adminNotes: notes,
    decidedBy: actor.userId,
    decidedAt: now,
    approvedBy: actor.userId,
    approvedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const referenceId = referenceOf(takeMillisecond(tx.at));
    const row = await insertUnlessTaken(tx, { ...values, referenceId });
    if (row) return row;
  }
  throw new Error('No free reference was found');
}

/** The event that tells of a transaction to its owner and to administrators. */
export function toTransactionEvent(
  op: 'insert' | 'update',
  row: Pick<TransactionRow, 'id' | 'userId' | 'type' | 'status' | 'amountPaise' | 'createdAt'>,
): LiveEvent {
  const { id, userId, type, status, amountPaise } = row;
  const createdAt = row.createdAt.toISOString();
  const what = { id, userId, type, status, amountPaise, createdAt };
  return { entity: 'transaction', op, audience: 'both', ...what };
}

/** A transaction as its owner may see it. */
export function toOwnTransaction(row: OwnColumns): OwnTransaction {
  const { beneficiary } = row;
  return {
    id: transactionId.parse(row.id),
    type: row.type,
    kind: row.kind,
    amountPaise: row.amountPaise,
    status: row.status,
    paymentMethod: row.paymentMethod,
    referenceId: row.referenceId,
    userNotes: row.userNotes,
    adminNotes: row.adminNotes,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    bankName: beneficiary?.bankName ?? null,
    maskedAccountNumber: beneficiary && maskAccountNumber(beneficiary.accountNumber),
  };
}
