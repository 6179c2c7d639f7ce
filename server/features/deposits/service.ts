import type { DepositForm } from '#contract/deposits.ts';
import { formatRupees, type Paise, parseRupees } from '#contract/money.ts';
import { DEFAULT_PAYMENT_METHOD, MIN_DEPOSIT } from '#contract/rules.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import type { Tx } from '#server/db/database.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { runCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { insertFile, type StoredFile } from '#server/lib/files/stored-images.ts';
import { fingerprintOf } from '#server/lib/fingerprint.ts';
import type { Actor } from '#server/lib/gate.ts';
import { getMaxDeposit } from '../settings/service.ts';
import {
  findRequest,
  insertRequest,
  type NewRequest,
  requireSameRequest,
  type TransactionRow,
  toOwnTransaction,
} from '../transactions/service.ts';
import { hasFile } from './queries.ts';

const RECEIPT_PATH = '/files/receipts/';

/**
 * Requests a deposit, with its receipt already in the file store. Sent again with the same key it
 * returns what it did the first time, and `unused` says that this receipt belongs to nothing. Throws
 * INVALID_DEPOSIT_AMOUNT, DEPOSIT_ABOVE_MAXIMUM, QR_CODE_NOT_FOUND, TOO_MANY_PENDING, STORAGE_FULL or
 * IDEMPOTENCY_CONFLICT.
 */
export async function requestDeposit(
  deps: Deps,
  actor: Actor,
  { form, receipt }: { form: DepositForm; receipt: StoredFile },
): Promise<{ answer: OwnTransaction; unused: boolean }> {
  const request = toRequest(form, receipt);
  return runCommand(deps, actor, async (tx) => {
    // The lock also makes a repeated request wait for the first, and so find it.
    await lockWallet(tx, actor.userId);
    const first = await findRequest(tx, actor.userId, request.requestKey);
    if (first) return { answer: await replay(tx, first, { request, receipt }), unused: true };
    await requireWithinMaximum(tx, request);
    await insertFile(tx, { file: receipt, userId: actor.userId });
    const row = await insertRequest(tx, { actor, request });
    return { answer: toOwnTransaction(row), unused: false };
  });
}

function toRequest(form: DepositForm, receipt: StoredFile): NewRequest {
  const said = {
    type: 'deposit' as const,
    amountPaise: parseDepositAmount(form.amount),
    paymentMethod: form.paymentMethod || DEFAULT_PAYMENT_METHOD,
    userNotes: form.notes || null,
    qrCodeId: form.qrCodeId?.toLowerCase() ?? null,
  };
  return {
    ...said,
    permanentReceiptUrl: `${RECEIPT_PATH}${receipt.id}`,
    requestKey: form.requestKey,
    requestFingerprint: fingerprintOf({ ...said, receipt: receipt.sha256 }),
  };
}

/** Reads the amount of a deposit as typed. Throws INVALID_DEPOSIT_AMOUNT. */
export function parseDepositAmount(typed: string): Paise {
  const amount = parseRupees(typed);
  if (amount === undefined || amount < MIN_DEPOSIT) throw appError('INVALID_DEPOSIT_AMOUNT');
  return amount;
}

/** For new deposits only: one that was made stays, whatever the maximum is now. Throws DEPOSIT_ABOVE_MAXIMUM. */
async function requireWithinMaximum(tx: Tx, request: NewRequest): Promise<void> {
  const maximum = await getMaxDeposit(tx.query);
  if (request.amountPaise > maximum) {
    throw appError('DEPOSIT_ABOVE_MAXIMUM', { maximum: formatRupees(maximum) });
  }
}

async function replay(
  tx: Tx,
  first: TransactionRow,
  { request, receipt }: { request: NewRequest; receipt: StoredFile },
): Promise<OwnTransaction> {
  const file = {
    fileId: first.permanentReceiptUrl?.slice(RECEIPT_PATH.length),
    sha256: receipt.sha256,
  };
  await requireSameRequest(
    first,
    request.requestFingerprint,
    async () => saysTheSame(first, request) && (await hasFile(tx.query, file)),
  );
  return toOwnTransaction(first);
}

function saysTheSame(first: TransactionRow, request: NewRequest): boolean {
  return (
    first.type === request.type &&
    first.amountPaise === request.amountPaise &&
    first.paymentMethod === request.paymentMethod &&
    first.userNotes === request.userNotes
  );
}
