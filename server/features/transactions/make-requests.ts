export { findRequests } from './make-requests.queries.ts';

import type { UserId } from '#contract/shared/base.ts';
import { MAX_PENDING_REQUESTS, MAX_REQUESTS_PER_DAY } from '#contract/transactions/rules.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { type AppError, appError, isAppError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Tx } from '#server/db/database.ts';
import { type NewRequest, NO_DECISION } from '#server/db/new-transactions.ts';
import type { Deps } from '#server/deps/deps.ts';
import { digestBeneficiary } from '#server/ledger/beneficiary-digest.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { subjectOf } from '#server/platform/auth/subjects.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { returnKeyAmount, takeKeyAmount } from '#server/platform/commands/key-limits.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { openBeneficiary, sealBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { toRequestEvent } from '../webhooks/queue-events.ts';
import {
  cancelKey,
  countRequests,
  deleteCancelledBefore,
  findCancelled,
  findRequests,
  type RequestCounts,
  toName,
} from './make-requests.queries.ts';
import { insertUnderReferences } from './payment-references.ts';
import { toOwnTransaction } from './transaction-views.ts';
import { toRequestNotification, toTransactionEvent } from './transactions.events.ts';
import type { TransactionRow } from './transactions.queries.ts';

/** An upload ends after ten minutes, and a browser keeps a form for a day. */
const CANCELLED_KEPT_MS = 24 * 60 * 60_000;

/** Throws IDEMPOTENCY_CONFLICT; `matchesOriginal` compares requests stored without a fingerprint. */
export async function requireSameRequest(
  first: TransactionRow,
  fingerprint: Buffer,
  matchesOriginal: () => boolean | Promise<boolean>,
): Promise<void> {
  const isSame = first.requestFingerprint?.equals(fingerprint) ?? (await matchesOriginal());
  if (!isSame) throw appError('IDEMPOTENCY_CONFLICT');
}

export interface RequestCommand {
  actor: Actor;
  request: NewRequest;
}

export interface RequestKind<Command extends RequestCommand> {
  matchesOriginal(first: TransactionRow, command: Command): boolean | Promise<boolean>;
  validate(command: Command): void;
  /** Reserves limits for a new request, so that later requests of the batch are checked against the rest. */
  reserve?(command: Command): void;
  /** Returns errors for those that can't be stored. */
  persist(commands: Command[]): Promise<Map<Command, AppError>>;
  /** Returns the references that were reserved for these requests. */
  takeReferences?(commands: Command[]): Promise<(string | undefined)[]>;
}

/** A stored request; `isRepeat` if an earlier call with the same key created it. */
export interface MadeRequest {
  row: TransactionRow;
  isRepeat: boolean;
}

/**
 * Creates pending requests in order. Returns for each the request or an error: those of its kind, IDEMPOTENCY_CONFLICT,
 * REQUEST_CANCELLED, TOO_MANY_PENDING, TOO_MANY_REQUESTS_TODAY or API_KEY_LIMIT. The caller has locked the wallets, so that requests of a user are serialized and repeated ones
 * are found. The keys must be distinct.
 */
export async function makeRequests<Command extends RequestCommand>(
  tx: Tx,
  commands: readonly Command[],
  kind: RequestKind<Command>,
): Promise<(MadeRequest | AppError)[]> {
  const keys = commands.map(({ actor, request }) => ({ ...request, userId: subjectOf(actor) }));
  const [firsts, cancelled, counts] = await Promise.all([
    findRequests(tx, keys),
    findCancelled(tx, keys),
    countRequests(tx, keys),
  ]);
  const outcomes = new Map<Command, MadeRequest | AppError>();
  const fresh: Command[] = [];
  for (const [n, command] of commands.entries()) {
    const { request, actor } = command;
    const row = firsts[n];
    try {
      if (row) {
        const matchesOriginal = () => kind.matchesOriginal(row, command);
        await requireSameRequest(row, request.requestFingerprint, matchesOriginal);
        outcomes.set(command, { row, isRepeat: true });
        continue;
      }
      if (cancelled.has(toName(subjectOf(actor), request.requestKey))) {
        throw appError('REQUEST_CANCELLED');
      }
      kind.validate(command);
      countRequest(counts, subjectOf(actor));
      takeAmount(tx, command);
      kind.reserve?.(command);
      fresh.push(command);
    } catch (error) {
      if (!isAppError(error)) throw error;
      outcomes.set(command, error);
    }
  }
  const refused = fresh.length > 0 ? await kind.persist(fresh) : new Map<Command, AppError>();
  for (const { actor, request } of refused.keys()) returnKeyAmount(tx, actor, request.amountPaise);
  const kept = fresh.filter((command) => !refused.has(command));
  const references = (await kind.takeReferences?.(kept)) ?? [];
  const rows = await insertRequests(tx, kept, references);
  for (const [n, row] of rows.entries()) outcomes.set(kept[n] as Command, { row, isRepeat: false });
  return commands.map(
    (command) => (refused.get(command) ?? outcomes.get(command)) as MadeRequest | AppError,
  );
}

/** Throws API_KEY_LIMIT if the program that acts for the user has reached its limit for the day. */
function takeAmount(tx: Tx, { actor, request }: RequestCommand): void {
  const refusal = takeKeyAmount(tx, actor, request.amountPaise);
  if (refusal) throw refusal;
}

/**
 * Returns the caller's request with this key, or null. Waits for the wallet's lock, which running requests hold. A
 * request can still arrive after null; `cancelUnreceived` prevents that.
 */
export async function findOwnRequest(
  deps: Deps,
  actor: Actor,
  requestKey: string,
): Promise<{ request: OwnTransaction | null }> {
  return runCommand(deps, actor, async (tx) => {
    await lockWallet(tx, actor.userId);
    const [row] = await findRequests(tx, [{ userId: actor.userId, requestKey }]);
    return { request: row ? toOwnTransaction(tx.secrets, row) : null };
  });
}

/**
 * Returns the caller's request with this key, or null after storing that the key is cancelled. The wallet's lock orders
 * this and running requests: either the request is found here, or it finds the cancellation and is refused. Throws
 * TOO_MANY_CANCELLED.
 */
export async function cancelUnreceived(
  deps: Deps,
  actor: Actor,
  requestKey: string,
): Promise<{ request: OwnTransaction | null }> {
  const key = { userId: actor.userId, requestKey: requestKey.toLowerCase() };
  return runCommand(deps, actor, async (tx) => {
    await lockWallet(tx, actor.userId);
    const [row] = await findRequests(tx, [key]);
    if (row) return { request: toOwnTransaction(tx.secrets, row) };
    if (!(await cancelKey(tx, key))) {
      throw appError('TOO_MANY_CANCELLED');
    }
    return { request: null };
  });
}

export async function pruneCancelled({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteCancelledBefore(db.query, new Date(clock.now().getTime() - CANCELLED_KEPT_MS));
}

async function insertRequests(
  tx: Tx,
  commands: RequestCommand[],
  references: (string | undefined)[],
): Promise<TransactionRow[]> {
  if (commands.length === 0) return [];
  const rows = await insertUnderReferences(
    tx,
    commands.map((command, n) => ({
      ...toNewRow(command, tx),
      reservedReference: references[n],
    })),
  );
  await recordAudit(
    tx,
    rows.map((row, n) => ({
      actor: (commands[n] as RequestCommand).actor,
      entries: [toAuditEntry(tx.secrets, row, (commands[n] as RequestCommand).actor)],
    })),
  );
  insertNotifications(
    tx,
    rows.flatMap(
      (row, n) => toRequestNotification((commands[n] as RequestCommand).actor, row) ?? [],
    ),
  );
  const events = rows.map((row) => ({
    userId: row.userId,
    forAdmins: true,
    payload: toTransactionEvent('insert', row),
  }));
  enqueueWebhookEvents(tx, rows.map(toRequestEvent));
  publish(tx, events);
  return rows;
}

function toAuditEntry(
  secrets: Secrets,
  row: TransactionRow,
  { subjectId, credential }: Actor,
): AuditEntry {
  const { id, userId: chainId, type, amountPaise, status, referenceId } = row;
  const beneficiarySha256 = digestBeneficiary(row, openBeneficiary(secrets, row));
  return {
    chainId,
    action: 'transaction.request',
    entity: 'transaction',
    entityId: id,
    before: null,
    after: {
      ...{ type, amountPaise, status, referenceId, beneficiarySha256 },
      ...(subjectId && { apiKeyId: credential.id }),
    },
  };
}

/** Counts a new request, so that later requests of the batch are checked against the rest. */
export function countRequest(counts: Map<UserId, RequestCounts>, userId: UserId): void {
  const { pending, today } = counts.get(userId) ?? { pending: 0, today: 0 };
  if (pending >= MAX_PENDING_REQUESTS) {
    throw appError('TOO_MANY_PENDING', { limit: MAX_PENDING_REQUESTS });
  }
  if (today >= MAX_REQUESTS_PER_DAY) {
    throw appError('TOO_MANY_REQUESTS_TODAY', { perDay: MAX_REQUESTS_PER_DAY });
  }
  counts.set(userId, { pending: pending + 1, today: today + 1 });
}

export function toNewRow(
  { actor, request }: RequestCommand,
  { at, secrets }: Pick<Tx, 'at' | 'secrets'>,
): Omit<TransactionRow, 'referenceId'> {
  const name = { userId: subjectOf(actor), id: newId() };
  return {
    ...NO_DECISION,
    ...request,
    ...name,
    beneficiary: sealBeneficiary(secrets, { ...name, beneficiary: request.beneficiary }),
    requestKey: request.requestKey.toLowerCase(),
    kind: 'request',
    status: 'pending',
    version: 1,
    receiptUrl: null,
    isAdjustment: false,
    createdAt: at,
    updatedAt: at,
  };
}
