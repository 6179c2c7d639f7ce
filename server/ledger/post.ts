import { availablePaise } from '#contract/balances/rules.ts';
import type { TransactionId, UserId } from '#contract/shared/base.ts';
import { formatRupees, type Paise, toPaise } from '#contract/shared/money.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { ledgerEntries } from '#server/db/schema/ledger.ts';
import { creditPayments, forgetCredits, type Payment } from './credit-payments.ts';
import { lockWallets, saveWallets, type Wallet } from './wallets.ts';

export interface Posting {
  transactionId: TransactionId;
  userId: UserId;
  /** The change of the wallet: positive for a credit, negative for a payout, never 0. */
  amountPaise: Paise;
  /** How much of the wallet's held amount this posting spends. */
  releaseHoldPaise?: Paise;
  /** Null if it is not the credit of a payment, such as a payout. */
  payment: Payment | null;
}

/** A posting that a wallet can't accept, with the error: INSUFFICIENT_BALANCE, AMOUNT_OUT_OF_RANGE or PAYMENT_ALREADY_CREDITED. */
export interface RefusedPosting {
  posting: Posting;
  error: AppError;
}

interface WalletEntry {
  posting: Posting;
  seq: number;
  balanceAfterPaise: Paise;
}

const MAX_POSTINGS = 10_000;

/**
 * Moves money. Only this function changes balances and ledger entries. Takes 1 to 10 000 postings; those of one user
 * apply in the given order. Locks the wallets, writes two entries per posting and updates the balances, inside the
 * caller's transaction `tx`. The two entries are the wallet's and the house's, and sum to zero.
 *
 * Returns the postings that it left out, because the balance would be below 0, below the held amount, or above 2^53 - 1
 * paise, or because their payment was credited before. The caller decides whether to throw the error or to continue with the others.
 */
export async function postToLedger(tx: Tx, postings: Posting[]): Promise<RefusedPosting[]> {
  if (postings.length === 0 || postings.length > MAX_POSTINGS) {
    throw new RangeError(`A list of postings holds 1 to ${MAX_POSTINGS}`);
  }
  const wallets = await lockWallets(
    tx,
    postings.map((posting) => posting.userId),
  );
  const credited = await creditPayments(
    tx,
    postings.flatMap(({ payment, ...posting }) => (payment ? [{ ...posting, payment }] : [])),
  );
  const again = postings.flatMap((posting) => {
    const error = credited.get(posting.transactionId);
    return error ? [{ posting, error }] : [];
  });
  const { entries, refused } = plan(
    wallets,
    postings.filter(({ transactionId }) => !credited.has(transactionId)),
  );
  await forgetCredits(
    tx,
    refused.flatMap(({ posting }) => (posting.payment ? [posting.transactionId] : [])),
  );
  if (entries.length > 0) {
    insertEntries(tx, entries);
    saveWallets(tx, movedOnly(wallets, entries));
  }
  return [...refused, ...again];
}

function plan(
  wallets: Map<UserId, Wallet>,
  postings: Posting[],
): { entries: WalletEntry[]; refused: RefusedPosting[] } {
  const entries: WalletEntry[] = [];
  const refused: RefusedPosting[] = [];
  for (const posting of postings) {
    const wallet = wallets.get(posting.userId);
    if (!wallet) throw new Error('A posting names a wallet that was not locked');
    const next = applyPosting(wallet, posting);
    if ('error' in next) {
      refused.push({ posting, error: next.error });
      continue;
    }
    wallets.set(posting.userId, next);
    entries.push({ posting, seq: next.seq, balanceAfterPaise: next.balancePaise });
  }
  return { entries, refused };
}

function applyPosting(wallet: Wallet, posting: Posting): Wallet | { error: AppError } {
  const { amountPaise, releaseHoldPaise = toPaise(0) } = posting;
  if (amountPaise === 0) throw new RangeError('A posting moves no money');
  if (releaseHoldPaise < 0 || releaseHoldPaise > wallet.heldPaise) {
    throw new RangeError('A posting spends a hold that is not there');
  }
  const balance = wallet.balancePaise + amountPaise;
  if (balance > Number.MAX_SAFE_INTEGER) return { error: appError('AMOUNT_OUT_OF_RANGE') };
  const heldPaise = toPaise(wallet.heldPaise - releaseHoldPaise);
  if (balance < heldPaise) return { error: insufficientBalance(wallet, toPaise(-amountPaise)) };
  return { ...wallet, balancePaise: toPaise(balance), heldPaise, seq: wallet.seq + 1 };
}

export function insufficientBalance(wallet: Wallet, requestedPaise: Paise): AppError {
  const available = availablePaise(wallet);
  return appError('INSUFFICIENT_BALANCE', {
    available: formatRupees(available),
    requested: formatRupees(requestedPaise),
    availablePaise: available,
  });
}

function movedOnly(wallets: Map<UserId, Wallet>, entries: WalletEntry[]): Wallet[] {
  const moved = new Set(entries.map((entry) => entry.posting.userId));
  return [...wallets.values()].filter((wallet) => moved.has(wallet.userId));
}

/** Objects are written in full: copying properties took 5 µs for a posting. */
function insertEntries(tx: Tx, entries: WalletEntry[]): void {
  const ofWallets = entries.map(({ posting, seq, balanceAfterPaise }) => ({
    userId: posting.userId,
    id: newId(),
    transactionId: posting.transactionId,
    account: 'wallet' as const,
    amountPaise: posting.amountPaise,
    seq,
    balanceAfterPaise,
    createdAt: tx.at,
  }));
  const ofHouse = entries.map(({ posting }) => ({
    userId: posting.userId,
    id: newId(),
    transactionId: posting.transactionId,
    account: 'house' as const,
    amountPaise: -posting.amountPaise,
    seq: null,
    balanceAfterPaise: null,
    createdAt: tx.at,
  }));
  insertMany(tx, ledgerEntries, [...ofWallets, ...ofHouse]);
}
