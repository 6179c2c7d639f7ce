import type { UserId } from '#contract/shared/base.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { NO_DECISION, NO_DETAILS } from '#server/db/new-transactions.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { takeMillisecond } from './payment-references.ts';
import { insertUnlessTaken, saveRejected, type TransactionRow } from './transactions.queries.ts';

export {
  countTransactionsOfUser,
  findNamedRow,
  lockOwnRow,
  lockPendingOfUser,
  selectNamedRows,
  type TransactionRow,
} from './transactions.queries.ts';

// The functions that other features use; most are implemented in separate files.

const MAX_REFERENCE_ATTEMPTS = 1000;

export interface NewAdjustment {
  actor: Actor;
  userId: UserId;
  differencePaise: number;
  requestKey: string;
  requestFingerprint: Buffer;
  sourceId: string;
  paymentMethod: string;
  notes: string;
  /** The texts of a canned reason, whose English text is in `notes`. */
  reason: ReasonTexts | null;
  utr: string | null;
  referenceOf: (ms: number) => string;
}

/** Inserts the transaction of a balance adjustment. The caller has locked the wallet and posts the amount. */
export async function insertAdjustment(
  tx: Tx,
  { actor, differencePaise, notes, referenceOf, ...given }: NewAdjustment,
): Promise<TransactionRow> {
  const now = tx.at;
  const values = {
    ...NO_DETAILS,
    ...NO_DECISION,
    ...given,
    id: newId(),
    kind: 'adjustment' as const,
    status: 'approved' as const,
    version: 1,
    type: differencePaise > 0 ? ('deposit' as const) : ('withdrawal' as const),
    amountPaise: Math.abs(differencePaise),
    receiptUrl: null,
    adminNotes: notes,
    decidedBy: actor.userId,
    decidedAt: now,
    approvedBy: actor.userId,
    approvedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  return insertDecided(tx, values, referenceOf);
}

interface NewClosure {
  actor: Actor;
  userId: UserId;
  amountPaise: number;
}

/** Inserts the transaction that closes the balance of a deleted account. The caller posts the amount. */
export async function insertClosure(
  tx: Tx,
  { actor, userId, amountPaise }: NewClosure,
): Promise<TransactionRow> {
  const values = {
    ...NO_DETAILS,
    ...NO_DECISION,
    ...({
      id: newId(),
      kind: 'closure',
      status: 'approved',
      type: 'withdrawal',
      version: 1,
    } as const),
    userId,
    amountPaise,
    receiptUrl: null,
    requestKey: null,
    requestFingerprint: null,
    decidedBy: actor.userId,
    decidedAt: tx.at,
    approvedBy: actor.userId,
    approvedAt: tx.at,
    createdAt: tx.at,
    updatedAt: tx.at,
  };
  return insertDecided(tx, values, (ms) => `CLS-${ms}-${userId.slice(0, 8)}`);
}

async function insertDecided(
  tx: Tx,
  values: Omit<TransactionRow, 'referenceId' | 'isAdjustment'>,
  referenceOf: (ms: number) => string,
): Promise<TransactionRow> {
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const row = { ...values, referenceId: referenceOf(takeMillisecond(tx.at)) };
    if ((await insertUnlessTaken(tx, [row])) > 0) return { ...row, isAdjustment: true };
  }
  throw new Error('No free reference was found');
}

/** Rejects locked pending requests of a deleted account. Returns them as stored. */
export function rejectPending(
  tx: Tx,
  { actor, pending }: { actor: Actor; pending: TransactionRow[] },
): TransactionRow[] {
  const rejected = pending.map((row) => ({
    ...row,
    status: 'rejected' as const,
    decidedBy: actor.userId,
    decidedAt: tx.at,
    version: row.version + 1,
    updatedAt: tx.at,
  }));
  if (rejected.length > 0) saveRejected(tx, rejected);
  return rejected;
}
