import { sql } from 'drizzle-orm';
import { transactionId, type UserId } from '#contract/base.ts';
import type { LiveEvent } from '#contract/events.ts';
import {
  maskAccountNumber,
  type TransactionStatus,
  type TransactionType,
} from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Tx } from '#server/db/database.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { type AppError, appError, isAppError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Actor } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import { transactions } from '../../db/schema.ts';
import { insertUnderReferences, takeMillisecond } from './references.ts';
import { countPending, takePlace, toNewRow } from './requests.ts';

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

/** The transactions that were made with these keys, in the order of the keys. */
export async function findRequests(
  tx: Tx,
  keys: { userId: UserId; requestKey: string }[],
): Promise<(TransactionRow | undefined)[]> {
  const users = sql.param(keys.map((key) => key.userId));
  const requestKeys = sql.param(keys.map((key) => key.requestKey));
  const { userId, requestKey } = transactions;
  const rows = await tx.orm
    .select()
    .from(transactions)
    .where(
      sql`(${userId}, ${requestKey}) IN (SELECT * FROM unnest(${users}::uuid[], ${requestKeys}::uuid[]))`,
    );
  const found = new Map(rows.map((row) => [`${row.userId} ${row.requestKey}`, row]));
  return keys.map((key) => found.get(`${key.userId} ${key.requestKey.toLowerCase()}`));
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

/** A person's request for a deposit or a withdrawal. */
export interface RequestCommand {
  actor: Actor;
  request: NewRequest;
}

/** What one type of request asks for besides what all do. */
export interface RequestKind<Command extends RequestCommand> {
  /** Whether a repeated request from before there were fingerprints is the same as its first. */
  saysTheSame(first: TransactionRow, command: Command): boolean | Promise<boolean>;
  /** Throws why a new request is refused. */
  check(command: Command): void;
  /** Counts a new request in, for those that are checked after it. */
  take?(command: Command): void;
  /** Writes what goes with new requests. Returns why it could not, for those that are refused yet. */
  keep(commands: Command[]): Promise<Map<Command, AppError>>;
}

/** A request's row; `isRepeat` when it was made before, with the same key. */
export interface MadeRequest {
  row: TransactionRow;
  isRepeat: boolean;
}

/**
 * Makes pending requests in order, or refuses each with an error of its own: those of their kind,
 * IDEMPOTENCY_CONFLICT or TOO_MANY_PENDING. The caller holds the wallets' locks, so that requests of one
 * user come one after the other, and a repeated one finds the first. No key is given twice.
 */
export async function makeRequests<Command extends RequestCommand>(
  tx: Tx,
  commands: readonly Command[],
  kind: RequestKind<Command>,
): Promise<(MadeRequest | AppError)[]> {
  const keys = commands.map(({ actor, request }) => ({ ...request, userId: actor.userId }));
  const firsts = await findRequests(tx, keys);
  const pending = await countPending(tx, keys);
  const outcomes = new Map<Command, MadeRequest | AppError>();
  const fresh: Command[] = [];
  for (const [n, command] of commands.entries()) {
    const { request, actor } = command;
    const row = firsts[n];
    try {
      if (row) {
        const saysTheSame = () => kind.saysTheSame(row, command);
        await requireSameRequest(row, request.requestFingerprint, saysTheSame);
        outcomes.set(command, { row, isRepeat: true });
        continue;
      }
      kind.check(command);
      takePlace(pending, actor.userId);
      kind.take?.(command);
      fresh.push(command);
    } catch (error) {
      if (!isAppError(error)) throw error;
      outcomes.set(command, error);
    }
  }
  const refused = fresh.length > 0 ? await kind.keep(fresh) : new Map<Command, AppError>();
  const kept = fresh.filter((command) => !refused.has(command));
  const rows = await insertRequests(tx, kept);
  for (const [n, row] of rows.entries()) outcomes.set(kept[n] as Command, { row, isRepeat: false });
  return commands.map(
    (command) => (refused.get(command) ?? outcomes.get(command)) as MadeRequest | AppError,
  );
}

/** Inserts pending requests, records them and tells their owners and the administrators. */
async function insertRequests(tx: Tx, commands: RequestCommand[]): Promise<TransactionRow[]> {
  if (commands.length === 0) return [];
  const rows = await insertUnderReferences(
    tx,
    commands.map((command) => toNewRow(command, tx.at)),
  );
  await recordAudit(
    tx,
    rows.map((row, n) => ({
      actor: (commands[n] as RequestCommand).actor,
      entries: [toAuditEntry(row)],
    })),
  );
  const told = rows.map((row) => ({
    userId: row.userId,
    forAdmins: true,
    payload: toTransactionEvent('insert', row),
  }));
  await publish(tx, told);
  return rows;
}

function toAuditEntry({ id, userId, type, amountPaise, status, referenceId }: TransactionRow) {
  return {
    chainId: userId,
    action: 'transaction.request',
    entity: 'transaction',
    entityId: id,
    before: null,
    after: { type, amountPaise, status, referenceId },
  };
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
