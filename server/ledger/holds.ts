import { availablePaise } from '#contract/balances/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { type Paise, toPaise } from '#contract/shared/money.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { insufficientBalance } from './post.ts';
import { lockWallets, saveWallets, type Wallet } from './wallets.ts';

/**
 * Holds part of a locked wallet's available balance for a pending withdrawal. Returns the changed wallet for
 * `saveWallets`. Throws USER_NOT_FOUND, or INSUFFICIENT_BALANCE with the available amount in its data.
 */
export function holdFunds(wallet: Wallet | undefined, amountPaise: Paise): Wallet {
  if (!wallet) throw appError('USER_NOT_FOUND');
  if (amountPaise <= 0) throw new RangeError('A hold is for more than 0');
  if (amountPaise > availablePaise(wallet)) throw insufficientBalance(wallet, amountPaise);
  return { ...wallet, heldPaise: toPaise(wallet.heldPaise + amountPaise) };
}

/** Releases the holds of withdrawals that will not be paid, summed per user. Locks the wallets. */
export async function releaseHolds(
  tx: Tx,
  releases: { userId: UserId; amountPaise: Paise }[],
): Promise<void> {
  if (releases.length === 0) return;
  const wallets = await lockWallets(
    tx,
    releases.map((release) => release.userId),
  );
  for (const { userId, amountPaise } of releases) {
    const wallet = wallets.get(userId);
    if (!wallet || amountPaise <= 0 || amountPaise > wallet.heldPaise) {
      throw new RangeError('A hold that is not there was released');
    }
    wallets.set(userId, { ...wallet, heldPaise: toPaise(wallet.heldPaise - amountPaise) });
  }
  saveWallets(tx, [...wallets.values()]);
}
