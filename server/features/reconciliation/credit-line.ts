import { MAX_SET_BALANCE } from '#contract/balances/rules.ts';
import { type TransactionId, transactionId, type UserId } from '#contract/shared/base.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { formatRupees, toPaise } from '#contract/shared/money.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { alreadyCredited } from '#server/ledger/credit-payments.ts';
import { lockWallet, type Wallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { earlierAdjustmentsPaise } from '../approvals/day-sums.ts';
import { isConnected, readBatchApprovals } from '../approvals/hold-batch.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import {
  acceptMatches,
  freeOf,
  insertManual,
  type LineRow,
  lockLines,
  selectClaimant,
  selectMatchesOf,
  selectTwins,
} from '../statements/accept-matches.ts';
import { findRequests } from '../transactions/make-requests.ts';
import { adjustmentKinds, countTowardsLimits, recordAdjustment } from '../users/adjust-balance.ts';
import { isDeletedUser } from '../users/users.ts';

export interface NewDeposit {
  lineId: string;
  userId: UserId;
  paise?: number | undefined;
  reason?: string | undefined;
  differentReason?: string | undefined;
  requestKey: string;
}

/** Begins the reason. The browser has the other languages. */
const REASON = { en: 'Payment in a bank statement.' };

/** A new deposit, its line and wallet, which are locked. */
interface Credit {
  actor: Actor;
  deposit: NewDeposit;
  line: LineRow;
  wallet: Wallet;
  paise: number;
  reason: string;
}

/**
 * Credits unclaimed money of a line to a user as a balance adjustment, with its limits. Both its rule of second approvals and
 * those of deposits apply. A repeated call with the same key has no effect. Refuses money that a deposit may still get, and a payment
 * that was credited from another line with its UTR.
 */
export async function createDeposit(
  deps: Deps,
  actor: Actor,
  deposit: NewDeposit,
): Promise<{ id: TransactionId }> {
  if (deposit.userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  const id = await runApprovable(deps, actor, async (tx) => {
    // With its twins, so that concurrent calls do not credit one payment from two lines.
    const ids = [deposit.lineId, ...(await selectTwins(tx.query, deposit.lineId))];
    const line = (await lockLines(tx, ids)).get(deposit.lineId);
    if (!line) throw appError('STATEMENT_LINE_NOT_FOUND');
    const wallet = await lockWallet(tx, deposit.userId);
    const earlier = await findEarlier(tx, deposit);
    if (earlier) return earlier;
    if (await isDeletedUser(tx.query, deposit.userId)) throw appError('USER_NOT_FOUND');
    await requireNoClaimant(tx, line, deposit);
    const credit = toCredit({ actor, deposit, line, wallet });
    await countTowardsLimits(tx, actor.userId, credit.paise);
    await requireCreditApproval(tx, credit);
    return saveCredit(tx, credit);
  });
  return { id: transactionId.parse(id) };
}

/** Returns the id of the deposit with this key. The wallet's lock serializes them. */
async function findEarlier(tx: Tx, deposit: NewDeposit): Promise<string | undefined> {
  const [earlier] = await findRequests(tx, [deposit]);
  if (!earlier) return undefined;
  const matches = await selectMatchesOf(tx.query, [earlier.id]);
  const isSame =
    matches.some(({ lineId }) => lineId === deposit.lineId) &&
    (deposit.paise ?? earlier.amountPaise) === earlier.amountPaise;
  if (!isSame) throw appError('IDEMPOTENCY_CONFLICT');
  return earlier.id;
}

/** One payment would be credited twice. Throws STATEMENT_LINE_REQUESTED or PAYMENT_ALREADY_CREDITED. */
async function requireNoClaimant(tx: Tx, line: LineRow, deposit: NewDeposit): Promise<void> {
  const claimant = await selectClaimant(tx.query, line.id);
  if (!claimant) return;
  const { id, reference, isPending } = claimant;
  if (isPending) throw appError('STATEMENT_LINE_REQUESTED', { reference });
  if (deposit.differentReason === undefined) throw alreadyCredited({ id, reference });
}

function toCredit({ actor, deposit, line, wallet }: Omit<Credit, 'paise' | 'reason'>): Credit {
  const unclaimedPaise = freeOf(line);
  const paise = deposit.paise ?? unclaimedPaise;
  if (paise === 0 || paise > unclaimedPaise) {
    throw appError('STATEMENT_LINE_USED', { unclaimedPaise });
  }
  if (wallet.balancePaise + paise > MAX_SET_BALANCE) {
    throw appError('BALANCE_ABOVE_MAXIMUM', { maximum: formatRupees(MAX_SET_BALANCE) });
  }
  const facts = [line.bookedOn, line.utr && `UTR ${line.utr}`].filter(Boolean).join(', ');
  const reason = [`${REASON.en} ${facts}`, deposit.reason].filter(Boolean).join('\n');
  return { actor, deposit, line, wallet, paise, reason };
}

async function requireCreditApproval(tx: Tx, credit: Credit): Promise<void> {
  const { actor, deposit, wallet, paise, reason } = credit;
  const { requestKey, ...input } = deposit;
  await requireApproval(tx, {
    actor,
    command: 'reconciliation.createDeposit',
    input,
    requestKey,
    kinds: await kindsOf(tx, actor, deposit),
    targetId: deposit.userId,
    concernedId: deposit.userId,
    reason,
    amountPaise: paise,
    earlierPaise: await earlierAdjustmentsPaise(tx, {
      actorId: actor.userId,
      ownerId: deposit.userId,
      differencePaise: paise,
    }),
    change: {
      action: 'user.adjustBalance',
      entity: 'user',
      before: { balancePaise: wallet.balancePaise },
      after: { balancePaise: wallet.balancePaise + paise },
    },
  });
}

/** An account that depends on the administrator is held, as on the desk. */
async function kindsOf(
  tx: Tx,
  actor: Actor,
  { userId: ownerId, differentReason }: NewDeposit,
): Promise<ApprovalKind[]> {
  const command = 'reconciliation.createDeposit';
  const account = { actorId: actor.userId, ownerId };
  const approvals = await readBatchApprovals(tx, {
    kinds: ['connectedAccount'],
    command,
    targetIds: [],
    accounts: [account],
  });
  return [
    'deposit',
    ...(await adjustmentKinds(tx.query, ownerId)),
    ...(isConnected(approvals, account) ? (['connectedAccount'] as const) : []),
    ...(differentReason === undefined ? [] : (['differentPayment'] as const)),
  ];
}

async function saveCredit(tx: Tx, credit: Credit): Promise<string> {
  const { actor, deposit, line, wallet, paise, reason } = credit;
  const { userId, requestKey } = deposit;
  const balancePaise = toPaise(wallet.balancePaise + paise);
  const row = await recordAdjustment(tx, {
    // A later deposit with the UTR has a warning.
    actor,
    wallet,
    balancePaise,
    reason,
    reasonTexts: REASON,
    payment: { utr: line.utr, lines: [line], differentReason: deposit.differentReason },
    adjustment: { userId, requestKey, reason },
    goal: { balancePaise, shownBalancePaise: wallet.balancePaise },
  });
  const match = await insertManual(tx, {
    lineId: line.id,
    accountId: line.accountId,
    requestId: row.id,
    paise,
    note: null,
    kind: 'deposit',
    createdBy: actor.userId,
  });
  await recordAudit(tx, acceptMatches(tx, [{ match, line, actor, ownerId: userId }]));
  return row.id;
}
