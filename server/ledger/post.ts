import type { TransactionId, UserId } from '#contract/base.ts';
import { formatRupees, type Paise, toPaise } from '#contract/money.ts';
import { availablePaise } from '#contract/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { type AppError, appError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { lockWallets, saveWallets, type Wallet } from './wallets.ts';

/** One movement between the house and a wallet, on account of one transaction. */
export interface Posting {
  transactionId: TransactionId;
  userId: UserId;
  /** What the wallet gains; negative for what it pays out; never 0. */
  amountPaise: Paise;
  /** How much of the wallet's hold this posting spends. */
  releaseHoldPaise?: Paise;
}

/** A posting that a wallet can't take, and why: INSUFFICIENT_BALANCE or AMOUNT_OUT_OF_RANGE. */
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
 * Moves money: the only way balances and ledger entries change. Takes 1 to 10 000 postings, those of
 * one user in the order given. Locks their wallets, writes two entries a posting (the wallet's and the
 * house's, which sum to zero) and moves the balances on, all inside the caller's transaction `tx`.
 *
 * A posting that would leave a balance below 0, below what is held, or above 2^53 - 1 paise is left out
 * and returned; the caller decides whether to throw its error or to go on with the others.
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

/** The error that says how much was asked of a wallet and how much it has. */
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
