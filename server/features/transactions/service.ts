import { and, eq } from 'drizzle-orm';
import { transactionId, type UserId } from '#contract/base.ts';
import type { LiveEvent } from '#contract/events.ts';
import {
  MAX_PENDING_REQUESTS,
  maskAccountNumber,
  type TransactionStatus,
  type TransactionType,
} from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Tx } from '#server/db/database.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { appError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Actor } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import { transactions } from '../../db/schema.ts';
import { takeFreeMillisecond, takeMillisecond, toReference } from './references.ts';

export type TransactionRow = typeof transactions.$inferSelect;
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
type NewTransaction = typeof transactions.$inferInsert;

/** What a deposit or withdrawal request says; the rest is the same for every new request. */
export type NewRequest = Pick<NewTransaction, 'type' | 'amountPaise'> & {
  requestKey: string;
  requestFingerprint: Buffer;
} & Partial<
    Pick<
      NewTransaction,
      | 'paymentMethod'
      | 'userNotes'
      | 'qrCodeId'
      | 'permanentReceiptUrl'
      | 'bankAccountId'
      | 'beneficiary'
    >
  >;

const MAX_REFERENCE_ATTEMPTS = 1000;

/** Who decided, when no account says so any more (section 9: default approver label). */
export const DEFAULT_DECIDER = 'admin';

/** The user's transaction that was made with this key, if any. */
export async function findRequest(
  tx: Tx,
  userId: string,
  requestKey: string,
): Promise<TransactionRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), eq(transactions.requestKey, requestKey)));
  return row;
}

/** Throws IDEMPOTENCY_CONFLICT unless `first` is this request; `saysTheSame` judges those without a fingerprint. */
export async function requireSameRequest(
  first: TransactionRow,
  fingerprint: Buffer,
  saysTheSame: () => boolean | Promise<boolean>,
): Promise<void> {
  const isSame = first.requestFingerprint?.equals(fingerprint) ?? (await saysTheSame());
  if (!isSame) throw appError('IDEMPOTENCY_CONFLICT');
}

/**
 * Inserts a pending request under a reference of its own, records it and tells its owner and the
 * administrators. The caller holds the wallet's lock, so that requests of one user come one after the
 * other, and has found none with this key. Throws TOO_MANY_PENDING.
 */
export async function insertRequest(
  tx: Tx,
  { actor, request }: { actor: Actor; request: NewRequest },
): Promise<TransactionRow> {
  await refuseTooManyPending(tx, actor.userId);
  const row = await insertWithReference(tx, { actor, request });
  const { id, userId, type, amountPaise, status, referenceId } = row;
  const after = { type, amountPaise, status, referenceId };
  await recordAudit(tx, {
    actor,
    entries: [
      {
        chainId: userId,
        action: 'transaction.request',
        entity: 'transaction',
        entityId: id,
        before: null,
        after,
      },
    ],
  });
  await publish(tx, [{ userId, forAdmins: true, payload: toTransactionEvent('insert', row) }]);
  return row;
}

/** Counts by an index of pending rows alone, and no further than the limit. */
async function refuseTooManyPending(tx: Tx, userId: UserId): Promise<void> {
  const [pending] = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM transactions WHERE user_id = $1 AND status = 'pending' LIMIT $2) AS pending`,
    [userId, MAX_PENDING_REQUESTS],
  );
  if (pending && pending.count >= MAX_PENDING_REQUESTS) {
    throw appError('TOO_MANY_PENDING', { limit: MAX_PENDING_REQUESTS });
  }
}

async function insertWithReference(
  tx: Tx,
  { actor, request }: { actor: Actor; request: NewRequest },
): Promise<TransactionRow> {
  const now = tx.at;
  const values = { ...request, userId: actor.userId, id: newId(), createdAt: now, updatedAt: now };
  let ms = takeMillisecond(tx.at);
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const [row] = await tx.orm
      .insert(transactions)
      .values({ ...values, referenceId: toReference(request.type, ms) })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
    // Another server took the reference.
    ms = await takeFreeMillisecond(tx);
  }
  throw new Error('No free reference was found');
}

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
    ...{ decidedBy: actor.userId, decidedAt: now, approvedBy: actor.userId, approvedAt: now },
    ...{ createdAt: now, updatedAt: now },
  };
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const referenceId = referenceOf(takeMillisecond(tx.at));
    const [row] = await tx.orm
      .insert(transactions)
      .values({ ...values, referenceId })
      .onConflictDoNothing()
      .returning();
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

export interface LockedTransaction {
  id: string;
  type: TransactionType;
  status: TransactionStatus;
  amountPaise: number;
}

/** Locks all transactions of a user, as decisions lock theirs: by id. */
export async function lockTransactionsOfUser(tx: Tx, userId: UserId): Promise<LockedTransaction[]> {
  return tx.query(
    `SELECT id, type, status, amount_paise AS "amountPaise" FROM transactions
     WHERE user_id = $1 ORDER BY id FOR UPDATE`,
    [userId],
  );
}

/** Whether the user has more transactions than were locked. */
export async function hasMoreTransactions(
  tx: Tx,
  userId: UserId,
  locked: number,
): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM transactions WHERE user_id = $1',
    [userId],
  );
  return row?.count !== locked;
}

/** Takes a user's transactions out of every list; triggers take them out of every total. */
export async function deleteTransactionsOfUser(tx: Tx, userId: UserId): Promise<void> {
  await tx.query('DELETE FROM transactions WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM passbook_days WHERE user_id = $1', [userId]);
}
