import { isUtr, MIN_DEPOSIT, normalizeUtr } from '#contract/deposits/rules.ts';
import type { DepositForm } from '#contract/deposits/schema.ts';
import { formatRupees, type Paise, parseRupees, toPaise } from '#contract/shared/money.ts';
import { DEFAULT_PAYMENT_METHOD } from '#contract/transactions/rules.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { type AppError, appError, isAppError } from '#server/base/errors.ts';
import { fingerprintOf } from '#server/base/fingerprint.ts';
import type { Tx } from '#server/db/database.ts';
import type { NewRequest } from '#server/db/new-transactions.ts';
import type { Deps } from '#server/deps/deps.ts';
import { lockWallets } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { subjectOf } from '#server/platform/auth/subjects.ts';
import { batchCommand } from '#server/platform/commands/batched-command.ts';
import { insertFiles, type StoredFile, storageFull } from '#server/platform/files/stored-images.ts';
import { findFreezes, refuseFrozen } from '../frozen-accounts/frozen-accounts.ts';
import { takeIntents } from '../payment-intents/payment-intents.ts';
import { lockQrCodeIds } from '../qr-codes/qr-codes.ts';
import { getSetting } from '../settings/settings.ts';
import { makeRequests, type RequestCommand } from '../transactions/make-requests.ts';
import { toOwnTransaction } from '../transactions/transaction-views.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { openLimits } from '../verification-limits/verification-limits.ts';
import { hasFile, RECEIPT_PATH } from './request-deposit.queries.ts';

interface Command extends RequestCommand {
  receipt: StoredFile;
}

interface Answer {
  answer: OwnTransaction;
  unused: boolean;
}

/** The receipt has to be in the file store; a repeated call does not use it. An actor can be a program that acts for a user. */
export async function requestDeposit(
  deps: Deps,
  actor: Actor,
  { form, receipt }: { form: DepositForm; receipt: StoredFile },
): Promise<Answer> {
  return requestTogether(deps, { actor, request: toRequest(form, receipt), receipt });
}

const requestTogether = batchCommand<Command, Answer>({
  name: 'deposit',
  work: makeDeposits,
  // One deposit per user and batch, because the storage limit for receipts is per user.
  conflictKeys: ({ actor }) => [subjectOf(actor)],
});

async function makeDeposits(tx: Tx, commands: readonly Command[]): Promise<(Answer | AppError)[]> {
  const userIds = commands.map(({ actor }) => subjectOf(actor));
  await lockWallets(tx, userIds);
  const qrCodeIds = commands.flatMap(({ request }) => request.qrCodeId ?? []);
  const [maximum, isUtrRequired, qrCodes, limits, frozen] = await Promise.all([
    getSetting(tx.query, 'maxDepositPaise').then(toPaise),
    getSetting(tx.query, 'utrRequired'),
    lockQrCodeIds(tx.query, qrCodeIds),
    openLimits(tx, { type: 'deposit', userIds }),
    findFreezes(tx.query, userIds),
  ]);
  const outcomes = await makeRequests(tx, commands, {
    matchesOriginal: (first, command) => matchesOriginal(tx, first, command),
    validate({ actor, request }) {
      refuseFrozen(frozen, subjectOf(actor));
      requireWithin(maximum, request);
      if (isUtrRequired && !request.utr) throw appError('UTR_REQUIRED');
      limits.check(subjectOf(actor), request.amountPaise);
      // Rejects only this command: a foreign-key violation would fail the whole batch.
      if (request.qrCodeId && !qrCodes.has(request.qrCodeId)) throw appError('QR_CODE_NOT_FOUND');
    },
    reserve: ({ actor, request }) => limits.use(subjectOf(actor), request.amountPaise),
    persist: (fresh) => keepReceipts(tx, fresh),
    takeReferences: (kept) => takeReferences(tx, kept),
  });
  return outcomes.map((made) =>
    isAppError(made)
      ? made
      : { answer: toOwnTransaction(tx.secrets, made.row), unused: made.isRepeat },
  );
}

function toRequest(form: DepositForm, receipt: StoredFile): NewRequest {
  const paymentMethod = form.paymentMethod || DEFAULT_PAYMENT_METHOD;
  const utr = readUtr(form.utr, paymentMethod);
  const said = {
    type: 'deposit' as const,
    amountPaise: parseDepositAmount(form.amount),
    paymentMethod,
    userNotes: form.notes || null,
    qrCodeId: form.qrCodeId?.toLowerCase() ?? null,
  };
  return {
    ...said,
    utr,
    bankAccountId: null,
    beneficiary: null,
    permanentReceiptUrl: `${RECEIPT_PATH}${receipt.id}`,
    requestKey: form.requestKey,
    // Without a UTR it equals the fingerprint of a request that was sent before this field existed.
    requestFingerprint: fingerprintOf({ ...said, utr: utr ?? undefined, receipt: receipt.sha256 }),
  };
}

export function parseDepositAmount(typed: string): Paise {
  const amount = parseRupees(typed);
  if (amount === undefined || amount < MIN_DEPOSIT) throw appError('INVALID_DEPOSIT_AMOUNT');
  return amount;
}

/** Returns the normalized reference number, or null without one. Throws INVALID_UTR. */
function readUtr(typed: string | undefined, paymentMethod: string): string | null {
  const utr = normalizeUtr(typed ?? '');
  if (utr === '') return null;
  if (!isUtr(utr, paymentMethod)) throw appError('INVALID_UTR');
  return utr;
}

/** Checks new deposits only: a repeated request succeeds after the maximum was lowered. */
function requireWithin(maximum: Paise, request: NewRequest): void {
  if (request.amountPaise > maximum) {
    throw appError('DEPOSIT_ABOVE_MAXIMUM', { maximum: formatRupees(maximum) });
  }
}

/** The reference of a payment that was begun with a code for this amount. */
function takeReferences(tx: Tx, commands: Command[]): Promise<(string | undefined)[]> {
  return takeIntents(
    tx,
    commands.map(({ actor, request: { qrCodeId, amountPaise } }) => ({
      ...{ userId: subjectOf(actor), qrCodeId: qrCodeId ?? null, amountPaise },
    })),
  );
}

async function keepReceipts(tx: Tx, commands: Command[]): Promise<Map<Command, AppError>> {
  const wanted = commands.map(({ actor, receipt }) => ({
    file: receipt,
    userId: subjectOf(actor),
  }));
  const kept = new Set((await insertFiles(tx, wanted)).map(({ file }) => file));
  const refused = commands.filter(({ receipt }) => !kept.has(receipt));
  return new Map(refused.map((command) => [command, storageFull()]));
}

async function matchesOriginal(
  tx: Tx,
  first: TransactionRow,
  { request, receipt }: Command,
): Promise<boolean> {
  const isSame =
    first.type === request.type &&
    first.amountPaise === request.amountPaise &&
    first.paymentMethod === request.paymentMethod &&
    first.utr === request.utr &&
    first.userNotes === request.userNotes;
  const fileId = first.permanentReceiptUrl?.slice(RECEIPT_PATH.length);
  return isSame && hasFile(tx.query, { fileId, sha256: receipt.sha256 });
}
