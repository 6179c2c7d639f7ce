import type { TransactionId, UserId } from '#contract/shared/base.ts';
import { formatRupees, type Paise, toPaise } from '#contract/shared/money.ts';
import { availablePaise } from '#contract/shared/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { type AppError, appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { lockWallets, saveWallets, type Wallet } from './wallets.ts';

/** A movement between the house account and a wallet, for one transaction. */
export interface Posting {
  transactionId: TransactionId;
  userId: UserId;
  /** The change of the wallet: positive for a credit, negative for a payout, never 0. */
  amountPaise: Paise;
  /** How much of the wallet's held amount this posting spends. */
  releaseHoldPaise?: Paise;
}

/** A posting that a wallet can't accept, with the error: INSUFFICIENT_BALANCE or AMOUNT_OUT_OF_RANGE. */
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
 * paise. The caller decides whether to throw the error or to continue with the others.
 */
export async function postToLedger(tx: Tx, postings: Posting[]): Promise<RefusedPosting[]> {
  if (postings.length === 0 || postings.length > MAX_POSTINGS) {
    throw new RangeError(`A list of postings holds 1 to ${MAX_POSTINGS}`);
  }
  const wallets = await lockWallets(
    tx,
    postings.map((posting) => posting.userId),
  );
  const { entries, refused } = plan(wallets, postings);
  if (entries.length > 0) {
    insertEntries(tx, entries);
    saveWallets(tx, movedOnly(wallets, entries));
  }
  return refused;
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

/** Returns the error with the requested and the available amount of a wallet. */
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

function insertEntries(tx: Tx, entries: WalletEntry[]): void {
  tx.write(
    `WITH posted AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[])
         AS p (user_id, transaction_id, wallet_id, house_id, amount_paise, seq, balance_after_paise))
     INSERT INTO ledger_entries
       (user_id, id, transaction_id, account, amount_paise, seq, balance_after_paise, created_at)
     SELECT user_id, wallet_id, transaction_id, 'wallet', amount_paise, seq, balance_after_paise, $8::timestamptz
     FROM posted
     UNION ALL
     SELECT user_id, house_id, transaction_id, 'house', -amount_paise, NULL, NULL, $8 FROM posted`,
    [
      entries.map((entry) => entry.posting.userId),
      entries.map((entry) => entry.posting.transactionId),
      entries.map(() => newId()),
      entries.map(() => newId()),
      entries.map((entry) => entry.posting.amountPaise),
      entries.map((entry) => entry.seq),
      entries.map((entry) => entry.balanceAfterPaise),
      tx.at,
    ],
  );
}
