import type { UserId } from '#contract/base.ts';
import { MAX_PENDING_REQUESTS } from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Tx } from '#server/db/database.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { recordAudit } from '#server/lib/audit.ts';
import { runCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { type AppError, appError, isAppError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import type { Actor } from '#server/lib/gate.ts';
import { newId } from '#server/lib/ids.ts';
import type { transactions } from '../../db/schema.ts';
import { announce, toAnnouncement } from '../webhooks/service.ts';
import { toTransactionEvent } from './notices.ts';
import { toOwnTransaction } from './own-views.ts';
import type { TransactionRow } from './queries.ts';
import { insertUnderReferences } from './references.ts';
import { countPending, findRequests } from './requests-queries.ts';

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

/**
 * Returns the caller's request that was made with this key, or null. A request that is being made holds the
 * wallet's lock: this waits for it, so that null means the request was not received.
 */
export async function findOwnRequest(
  deps: Deps,
  actor: Actor,
  requestKey: string,
): Promise<{ request: OwnTransaction | null }> {
  return runCommand(deps, actor, async (tx) => {
    await lockWallet(tx, actor.userId);
    const [row] = await findRequests(tx, [{ userId: actor.userId, requestKey }]);
    return { request: row ? toOwnTransaction(row) : null };
  });
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
  announce(tx, rows.map(toAnnouncement));
  publish(tx, told);
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

/** Counts one more in. Throws TOO_MANY_PENDING. */
export function takePlace(pending: Map<UserId, number>, userId: UserId): void {
  const count = pending.get(userId) ?? 0;
  if (count >= MAX_PENDING_REQUESTS) {
    throw appError('TOO_MANY_PENDING', { limit: MAX_PENDING_REQUESTS });
  }
  pending.set(userId, count + 1);
}

/** A request as the database will return it. */
export function toNewRow(
  { actor, request }: RequestCommand,
  at: Date,
): Omit<TransactionRow, 'referenceId'> {
  const { requestKey, ...said } = request;
  return {
    userId: actor.userId,
    id: newId(),
    kind: 'request',
    status: 'pending',
    version: 1,
    paymentMethod: null,
    bankAccountId: null,
    beneficiary: null,
    qrCodeId: null,
    userNotes: null,
    receiptUrl: null,
    permanentReceiptUrl: null,
    sourceId: null,
    adminNotes: null,
    reason: null,
    decisionKey: null,
    decidedBy: null,
    decidedAt: null,
    approvedBy: null,
    approvedAt: null,
    isAdjustment: false,
    createdAt: at,
    updatedAt: at,
    ...said,
    requestKey: requestKey.toLowerCase(),
  };
}
