import { transactionId, userId } from '#contract/shared/base.ts';
import { toPaise } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { Passed, Refused } from '#server/platform/commands/stages.ts';
import type { PaymentLine } from './credit-payments.ts';
import { releaseHolds } from './holds.ts';
import { type Posting, postToLedger } from './post.ts';
import { lockWallets } from './wallets.ts';

/** A planned decision on a locked, pending request, as far as the stage needs it. */
interface Postable {
  row: {
    id: string;
    userId: string;
    type: TransactionType;
    amountPaise: number;
    utr: string | null;
  };
  isApproval: boolean;
  /** Received money that an approval accepts as that of the request. */
  matches?: readonly { line: PaymentLine }[];
  /** The request that was credited with the reference before, and why this is another payment. */
  different?: { reason: string };
}

/**
 * A stage: posts approvals, and releases the holds of rejected withdrawals. Refuses, with INSUFFICIENT_BALANCE or
 * AMOUNT_OUT_OF_RANGE, what a wallet cannot accept, and with PAYMENT_ALREADY_CREDITED the second credit of a payment.
 */
export async function postDecisions<Planned extends Postable>(
  tx: Tx,
  planned: readonly Planned[],
): Promise<Passed<Planned>> {
  const approved = planned.filter(({ isApproval }) => isApproval);
  const released = planned.filter(
    ({ row, isApproval }) => !isApproval && row.type === 'withdrawal',
  );
  // Locks all wallets in user order before releasing and posting, to prevent deadlocks.
  if (approved.length > 0 && released.length > 0) {
    await lockWallets(tx, [...approved, ...released].map(ownerOf));
  }
  await releaseHolds(tx, released.map(toRelease));
  const refused: Refused = new Map();
  if (approved.length > 0) {
    for (const { posting, error } of await postToLedger(tx, approved.map(toPosting))) {
      refused.set(posting.transactionId, error);
    }
  }
  return { planned: planned.filter(({ row }) => !refused.has(row.id)), refused };
}

const ownerOf = ({ row }: Postable) => userId.parse(row.userId);

function toPosting({ row, matches = [], different }: Postable): Posting {
  const amountPaise = toPaise(row.amountPaise);
  const subject = { transactionId: transactionId.parse(row.id), userId: userId.parse(row.userId) };
  if (row.type === 'withdrawal') {
    const paid = { amountPaise: toPaise(-amountPaise), releaseHoldPaise: amountPaise };
    return { ...subject, ...paid, payment: null };
  }
  const lines = matches.map(({ line }) => line);
  const payment = { utr: row.utr, lines, differentReason: different?.reason };
  return { ...subject, amountPaise, payment };
}

function toRelease({ row }: Postable) {
  return { userId: userId.parse(row.userId), amountPaise: toPaise(row.amountPaise) };
}
