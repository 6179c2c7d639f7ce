import { formatRupees, type Paise, parseRupees } from '#contract/money.ts';
import { availablePaise, MIN_WITHDRAWAL } from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Tx } from '#server/db/database.ts';
import { holdFunds } from '#server/ledger/holds.ts';
import { insufficientBalance } from '#server/ledger/post.ts';
import { lockWallet, type Wallet } from '#server/ledger/wallets.ts';
import { runCommand } from '#server/lib/command.ts';
import { fromCursor, toPage } from '#server/lib/cursor.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { publish } from '#server/lib/events/outbox.ts';
import { fingerprintOf } from '#server/lib/fingerprint.ts';
import type { Actor } from '#server/lib/gate.ts';
import { findBeneficiary } from '../bank-accounts/service.ts';
import {
  findRequest,
  insertRequest,
  requireSameRequest,
  type TransactionRow,
  toOwnTransaction,
} from '../transactions/service.ts';
import { listWithdrawalRows } from './queries.ts';

interface Request {
  amountPaise: Paise;
  bankAccountId: string;
  requestKey: string;
  requestFingerprint: Buffer;
}

/**
 * Requests a withdrawal and holds its amount until it is decided. Sent again with the same key it
 * returns what it did the first time. Checks in the order of section 5 and throws INVALID_WITHDRAWAL_AMOUNT,
 * BELOW_MINIMUM_WITHDRAWAL, BANK_ACCOUNT_REQUIRED, INSUFFICIENT_BALANCE, BANK_ACCOUNT_NOT_OWNED,
 * TOO_MANY_PENDING or IDEMPOTENCY_CONFLICT.
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
  const requestFingerprint = fingerprintOf({ type: 'withdrawal', amountPaise, bankAccountId });
  const request = { amountPaise, bankAccountId, requestKey, requestFingerprint };
  return runCommand(deps, actor, async (tx) => {
    // The lock also makes a repeated request wait for the first, and so find it.
    const wallet = await lockWallet(tx, actor.userId);
    const first = await findRequest(tx, actor.userId, requestKey);
    if (first) return replay(first, request);
    return toOwnTransaction(await makeRequest(tx, { actor, wallet, request }));
  });
}

/** Reads the amount of a withdrawal as typed. Throws INVALID_WITHDRAWAL_AMOUNT or BELOW_MINIMUM_WITHDRAWAL. */
function parseWithdrawalAmount(typed: string): Paise {
  const amount = parseRupees(typed);
  if (amount === undefined || amount === 0) throw appError('INVALID_WITHDRAWAL_AMOUNT');
  if (amount < MIN_WITHDRAWAL) {
    throw appError('BELOW_MINIMUM_WITHDRAWAL', { minimum: formatRupees(MIN_WITHDRAWAL) });
  }
  return amount;
}

async function replay(first: TransactionRow, request: Request): Promise<OwnTransaction> {
  await requireSameRequest(
    first,
    request.requestFingerprint,
    () =>
      first.type === 'withdrawal' &&
      first.amountPaise === request.amountPaise &&
      first.bankAccountId === request.bankAccountId,
  );
  return toOwnTransaction(first);
}

async function makeRequest(
  tx: Tx,
  { actor, wallet, request }: { actor: Actor; wallet: Wallet; request: Request },
): Promise<TransactionRow> {
  const { userId } = actor;
  const { amountPaise, bankAccountId } = request;
  if (amountPaise > availablePaise(wallet)) throw insufficientBalance(wallet, amountPaise);
  const beneficiary = await findBeneficiary(tx, { userId, bankAccountId });
  if (!beneficiary) throw appError('BANK_ACCOUNT_NOT_OWNED');
  await holdFunds(tx, { wallet, amountPaise });
  const row = await insertRequest(tx, {
    actor,
    request: { ...request, type: 'withdrawal', paymentMethod: null, beneficiary },
  });
  const payload = { entity: 'balance', op: 'update', userId } as const;
  await publish(tx, [{ userId, forAdmins: true, payload }]);
  return row;
}

/** The caller's withdrawals, newest first. */
export async function listWithdrawals(
  deps: Deps,
  actor: Actor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: OwnTransaction[]; nextCursor: string | undefined }> {
  const after = fromCursor(cursor);
  const rows = await listWithdrawalRows(deps.db, { userId: actor.userId, after, limit: limit + 1 });
  const page = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { ...page, rows: page.rows.map(toOwnTransaction) };
}
