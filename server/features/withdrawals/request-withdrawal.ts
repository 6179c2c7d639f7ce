import { formatRupees, type Paise, parseRupees, toPaise } from '#contract/shared/money.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { type AppError, appError, isAppError } from '#server/base/errors.ts';
import { fingerprintOf } from '#server/base/fingerprint.ts';
import type { Tx } from '#server/db/database.ts';
import { type NewRequest, NO_DETAILS } from '#server/db/new-transactions.ts';
import type { Deps } from '#server/deps/deps.ts';
import { holdFunds } from '#server/ledger/holds.ts';
import { lockWallets, saveWallets } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { subjectOf } from '#server/platform/auth/subjects.ts';
import { batchCommand } from '#server/platform/commands/batched-command.ts';
import { type OutboxEvent, publish } from '#server/platform/events/outbox.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { findBeneficiaries } from '../bank-accounts/bank-accounts.ts';
import { findWaitingAccounts } from '../bank-accounts/waiting-accounts.ts';
import { findFreezes, refuseFrozen } from '../frozen-accounts/frozen-accounts.ts';
import {
  type MadeRequest,
  makeRequests,
  type RequestCommand,
} from '../transactions/make-requests.ts';
import { toOwnTransaction } from '../transactions/transaction-views.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { openLimits } from '../verification-limits/verification-limits.ts';
import { listWithdrawalRows } from './request-withdrawal.queries.ts';

/**
 * Requests a withdrawal and holds its amount until it is decided. A repeated call with the same key returns the first
 * result. Validates in the order of section 5 and throws INVALID_WITHDRAWAL_AMOUNT, BELOW_MINIMUM_WITHDRAWAL,
 * BANK_ACCOUNT_REQUIRED, ACCOUNT_FROZEN, INSUFFICIENT_BALANCE, BANK_ACCOUNT_NOT_OWNED, BANK_ACCOUNT_WAITING, an error of
 * `limitErrors`, TOO_MANY_PENDING, REQUEST_CANCELLED or IDEMPOTENCY_CONFLICT.
 */
export async function requestWithdrawal(
  deps: Deps,
  actor: Actor,
  input: { amount: string; bankAccountId?: string | undefined; requestKey: string },
): Promise<OwnTransaction> {
  const amountPaise = parseWithdrawalAmount(input.amount);
  const { requestKey } = input;
  const bankAccountId = input.bankAccountId?.toLowerCase();
  if (!bankAccountId) throw appError('BANK_ACCOUNT_REQUIRED');
  const fields = { type: 'withdrawal', amountPaise, bankAccountId } as const;
  const requestFingerprint = fingerprintOf(fields);
  const request = { ...NO_DETAILS, ...fields, requestKey, requestFingerprint };
  return requestTogether(deps, { actor, request });
}

interface Command extends RequestCommand {
  request: NewRequest & { bankAccountId: string };
}

const requestTogether = batchCommand<Command, OwnTransaction>({
  name: 'withdrawal',
  work: makeWithdrawals,
  conflictKeys: ({ actor, request }) => [`${subjectOf(actor)} ${request.requestKey.toLowerCase()}`],
});

/** Commands in a batch run in order; each sees the balance left by the previous one. */
async function makeWithdrawals(
  tx: Tx,
  commands: readonly Command[],
): Promise<(OwnTransaction | AppError)[]> {
  const owners = commands.map(({ actor }) => subjectOf(actor));
  const wallets = await lockWallets(tx, owners);
  const accounts = commands.map(toAccount);
  const [beneficiaries, waiting, limits, frozen] = await Promise.all([
    findBeneficiaries(tx, accounts),
    findWaitingAccounts(tx.query, accounts, tx.at),
    openLimits(tx, { type: 'withdrawal', userIds: owners }),
    findFreezes(tx.query, owners),
  ]);
  const addressed = commands.map((command, n) => {
    const beneficiary = beneficiaries[n] ?? null;
    return { ...command, request: { ...command.request, beneficiary } };
  });
  const holding = ({ actor, request }: RequestCommand) =>
    holdFunds(wallets.get(subjectOf(actor)), toPaise(request.amountPaise));
  const outcomes = await makeRequests(tx, addressed, {
    matchesOriginal,
    validate(command) {
      const { actor, request } = command;
      refuseFrozen(frozen, subjectOf(actor));
      holding(command);
      if (!request.beneficiary) throw appError('BANK_ACCOUNT_NOT_OWNED');
      const usableFrom = waiting.get(request.bankAccountId)?.toISOString();
      if (usableFrom) throw appError('BANK_ACCOUNT_WAITING', { usableFrom });
      limits.check(subjectOf(actor), request.amountPaise);
    },
    reserve(command) {
      const { actor, request } = command;
      wallets.set(subjectOf(actor), holding(command));
      limits.use(subjectOf(actor), request.amountPaise);
    },
    async persist(fresh) {
      const moved = new Set(fresh.map(({ actor }) => wallets.get(subjectOf(actor))));
      saveWallets(
        tx,
        [...moved].filter((wallet) => wallet !== undefined),
      );
      return new Map();
    },
  });
  publish(tx, outcomes.filter(isNew).map(toBalanceEvent));
  return outcomes.map((made) => (isAppError(made) ? made : toOwnTransaction(tx.secrets, made.row)));
}

/** Parses the typed amount of a withdrawal. Throws INVALID_WITHDRAWAL_AMOUNT or BELOW_MINIMUM_WITHDRAWAL. */
function parseWithdrawalAmount(typed: string): Paise {
  const amount = parseRupees(typed);
  if (amount === undefined || amount === 0) throw appError('INVALID_WITHDRAWAL_AMOUNT');
  if (amount < MIN_WITHDRAWAL) {
    throw appError('BELOW_MINIMUM_WITHDRAWAL', { minimum: formatRupees(MIN_WITHDRAWAL) });
  }
  return amount;
}

function matchesOriginal(first: TransactionRow, { request }: Command): boolean {
  return (
    first.type === 'withdrawal' &&
    first.amountPaise === request.amountPaise &&
    first.bankAccountId === request.bankAccountId
  );
}

function toAccount({ actor, request }: Command) {
  return { userId: subjectOf(actor), id: request.bankAccountId };
}

function isNew(made: MadeRequest | AppError): made is MadeRequest {
  return !isAppError(made) && !made.isRepeat;
}

function toBalanceEvent({ row: { userId } }: MadeRequest): OutboxEvent {
  return { userId, forAdmins: true, payload: { entity: 'balance', op: 'update', userId } };
}

/** Returns the caller's withdrawals, newest first. */
export async function listWithdrawals(
  deps: Deps,
  actor: Actor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: OwnTransaction[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await listWithdrawalRows(deps.db, { userId: actor.userId, after, limit: limit + 1 });
  const page = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { ...page, rows: page.rows.map((row) => toOwnTransaction(deps.db.secrets, row)) };
}
