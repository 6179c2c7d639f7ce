import {
  type AdjustmentDirection,
  adjustmentReasonError,
  MAX_SET_BALANCE,
  MIN_ADJUSTMENT_REASON_LENGTH,
} from '#contract/balances/rules.ts';
import { transactionId, type UserId } from '#contract/shared/base.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { formatRupees, type Paise, parseRupees, toPaise } from '#contract/shared/money.ts';
import { shortId } from '#contract/shared/text.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { AdjustmentLimits } from '#contract/users/schema.ts';
import { toIndianDay } from '#server/base/days.ts';
import { appError } from '#server/base/errors.ts';
import { fingerprintOf } from '#server/base/fingerprint.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Payment } from '#server/ledger/credit-payments.ts';
import { postToLedger } from '#server/ledger/post.ts';
import { lockWallet, type Wallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { takeKeyAmount } from '#server/platform/commands/key-limits.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { earlierAdjustmentsPaise } from '../approvals/day-sums.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { findAdjustmentReason } from '../settings/reasons.ts';
import { getSetting } from '../settings/settings.ts';
import { findOrCreateSource } from '../sources/sources.ts';
import { findRequests, requireSameRequest } from '../transactions/make-requests.ts';
import { toTransactionEvent } from '../transactions/transactions.events.ts';
import { insertAdjustment, type TransactionRow } from '../transactions/transactions.ts';
import { toNotification } from './adjust-balance.events.ts';
import { addAdjustedPaise, selectAdjustedPaise } from './adjust-balance.queries.ts';
import { isAdmin, isDeletedUser } from './users.queries.ts';

const source = {
  name: 'Admin Panel',
  description: 'Manual balance adjustments by administrators',
};

export interface Adjustment {
  userId: UserId;
  /** The wanted balance, and the one that the caller has seen. */
  newBalance?: string | undefined;
  shownBalancePaise?: number | undefined;
  /** Instead of them: a change of any balance. */
  direction?: AdjustmentDirection | undefined;
  amount?: string | undefined;
  /** Follows the canned reason, which it may complete; required without one. */
  reason: string;
  reasonId?: string | undefined;
  requestKey: string;
}

type Goal = { balancePaise: Paise; shownBalancePaise: number } | { changePaise: number };

/** A repeated request with the same key has no effect. */
export async function adjustBalance(
  deps: Deps,
  actor: Actor,
  adjustment: Adjustment,
): Promise<{ balancePaise: number }> {
  const goal = readGoal(adjustment);
  checkReason(adjustment);
  if (adjustment.userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  return runApprovable(deps, actor, async (tx) => {
    const wallet = await lockWallet(tx, adjustment.userId);
    // A deleted account keeps its wallet.
    if (await isDeletedUser(tx.query, adjustment.userId)) throw appError('USER_NOT_FOUND');
    const balancePaise = balanceAfter(goal, wallet);
    const change = { actor, adjustment, goal, wallet, balancePaise };
    if (await isRepeated(tx, change)) {
      return { balancePaise: 'changePaise' in goal ? wallet.balancePaise : balancePaise };
    }
    checkWallet(wallet, goal, balancePaise);
    if (balancePaise === wallet.balancePaise) return { balancePaise };
    await countTowardsLimits(tx, actor.userId, Math.abs(balancePaise - wallet.balancePaise));
    const given = await findReason(tx, adjustment);
    await requireAdjustmentApproval(tx, { ...change, ...given });
    await recordAdjustment(tx, { ...change, ...given });
    return { balancePaise };
  });
}

/** Throws INVALID_INPUT, INVALID_BALANCE or BALANCE_ABOVE_MAXIMUM. */
function readGoal({ newBalance, shownBalancePaise, direction, amount }: Adjustment): Goal {
  const isAbsolute = newBalance !== undefined && shownBalancePaise !== undefined;
  const isRelative = direction !== undefined && amount !== undefined;
  const given = [newBalance, shownBalancePaise, direction, amount];
  // Exactly one pair, without a part of the other.
  if (isAbsolute === isRelative || given.filter((value) => value !== undefined).length !== 2) {
    throw appError('INVALID_INPUT');
  }
  const paise = parseRupees(newBalance ?? amount ?? '');
  if (paise === undefined || (isRelative && paise === 0)) throw appError('INVALID_BALANCE');
  requireAllowed(paise);
  if (shownBalancePaise !== undefined) return { balancePaise: paise, shownBalancePaise };
  return { changePaise: direction === 'debit' ? -paise : paise };
}

function requireAllowed(paise: Paise): void {
  if (paise <= MAX_SET_BALANCE) return;
  throw appError('BALANCE_ABOVE_MAXIMUM', { maximum: formatRupees(MAX_SET_BALANCE) });
}

function balanceAfter(goal: Goal, wallet: Wallet): Paise {
  if ('balancePaise' in goal) return goal.balancePaise;
  return toPaise(wallet.balancePaise + goal.changePaise);
}

async function requireAdjustmentApproval(tx: Tx, change: Change & GivenReason): Promise<void> {
  const { actor, adjustment, wallet, balancePaise, reason } = change;
  const { requestKey, ...input } = adjustment;
  const differencePaise = balancePaise - wallet.balancePaise;
  const account = { actorId: actor.userId, ownerId: input.userId };
  await requireApproval(tx, {
    actor,
    command: 'users.adjustBalance',
    input,
    requestKey,
    kinds: await adjustmentKinds(tx.query, input.userId),
    targetId: input.userId,
    concernedId: input.userId,
    reason,
    amountPaise: Math.abs(differencePaise),
    earlierPaise: await earlierAdjustmentsPaise(tx, { ...account, differencePaise }),
    change: {
      action: 'user.adjustBalance',
      entity: 'user',
      before: { balancePaise: wallet.balancePaise },
      after: { balancePaise },
    },
  });
}

/** The rules of second approvals that an adjustment of an account follows. */
export async function adjustmentKinds(query: Query, ownerId: UserId): Promise<ApprovalKind[]> {
  return (await isAdmin(query, ownerId)) ? ['adjustment', 'administrator'] : ['adjustment'];
}

export async function getAdjustmentLimits(
  { db, clock }: Deps,
  actor: Actor,
): Promise<AdjustmentLimits> {
  const day = toIndianDay(clock.now());
  const [limits, adjustedPaise] = await Promise.all([
    readLimits(db.query),
    selectAdjustedPaise(db.query, { userId: actor.userId, day }),
  ]);
  return { ...limits, remainingPaise: Math.max(0, limits.dayPaise - adjustedPaise) };
}

async function readLimits(query: Query) {
  const [maximumPaise, dayPaise] = await Promise.all([
    getSetting(query, 'maxDepositPaise'),
    getSetting(query, 'adjustmentDayPaise'),
  ]);
  return { maximumPaise, dayPaise };
}

/** Throws ADJUSTMENT_ABOVE_MAXIMUM or ADJUSTMENT_DAY_LIMIT. Concurrent adjustments of one administrator wait here. */
export async function countTowardsLimits(
  tx: Tx,
  userId: UserId,
  amountPaise: number,
): Promise<void> {
  const maximumPaise = await getSetting(tx.query, 'maxDepositPaise');
  if (amountPaise > maximumPaise) {
    throw appError('ADJUSTMENT_ABOVE_MAXIMUM', { maximum: formatRupees(maximumPaise) });
  }
  await countTowardsDay(tx, userId, amountPaise);
}

/**
 * Counts what an administrator moves without a request. Throws ADJUSTMENT_DAY_LIMIT. Concurrent commands of one administrator
 * wait here.
 */
export async function countTowardsDay(tx: Tx, userId: UserId, amountPaise: number): Promise<void> {
  const dayPaise = await getSetting(tx.query, 'adjustmentDayPaise');
  const day = toIndianDay(tx.at);
  const totalPaise = await addAdjustedPaise(tx.query, { userId, day, amountPaise });
  if (totalPaise <= dayPaise) return;
  const remainingPaise = Math.max(0, dayPaise - (totalPaise - amountPaise));
  const said = { maximum: formatRupees(dayPaise), remaining: formatRupees(remainingPaise) };
  throw appError('ADJUSTMENT_DAY_LIMIT', { ...said, remainingPaise });
}

function checkReason({ reason, reasonId }: Adjustment): void {
  const code = reasonId === undefined ? adjustmentReasonError(reason) : undefined;
  if (code) throw appError(code, { length: MIN_ADJUSTMENT_REASON_LENGTH });
}

/** Returns the reason in English, and the texts of the canned one. Throws REASON_NOT_FOUND. */
async function findReason(tx: Tx, { reason, reasonId }: Adjustment): Promise<GivenReason> {
  if (reasonId === undefined) return { reason, reasonTexts: null };
  const texts = await findAdjustmentReason(tx.query, reasonId);
  if (!texts) throw appError('REASON_NOT_FOUND');
  return { reason: [texts.en, reason].filter(Boolean).join(' '), reasonTexts: texts };
}

/** The wallet's lock serializes requests with one key. Throws IDEMPOTENCY_CONFLICT. */
async function isRepeated(tx: Tx, change: Change): Promise<boolean> {
  const { adjustment, goal } = change;
  const [earlier] = await findRequests(tx, [adjustment]);
  if (!earlier) return false;
  const moved = earlier.type === 'deposit' ? earlier.amountPaise : -earlier.amountPaise;
  const changePaise =
    'changePaise' in goal ? goal.changePaise : goal.balancePaise - goal.shownBalancePaise;
  await requireSameRequest(
    earlier,
    toFingerprint(change),
    () => earlier.kind === 'adjustment' && moved === changePaise,
  );
  return true;
}

/** Includes the actor: the same key of another administrator is a conflict. */
function toFingerprint({
  actor,
  adjustment,
  goal,
}: Pick<Change, 'actor' | 'adjustment' | 'goal'>): Buffer {
  const { userId, reason, reasonId } = adjustment;
  const why = { reason, ...(reasonId && { reasonId }) };
  return fingerprintOf({ kind: 'adjustment', userId, actorId: actor.userId, ...goal, ...why });
}

function checkWallet(wallet: Wallet, goal: Goal, balancePaise: Paise) {
  if ('balancePaise' in goal && wallet.balancePaise !== goal.shownBalancePaise) {
    throw appError('BALANCE_CHANGED', { balancePaise: wallet.balancePaise });
  }
  if (balancePaise > wallet.balancePaise) requireAllowed(balancePaise);
  if (balancePaise < wallet.heldPaise) {
    const { heldPaise } = wallet;
    throw appError('BALANCE_BELOW_HELD', { held: formatRupees(heldPaise), heldPaise });
  }
}

interface Change {
  actor: Actor;
  adjustment: Adjustment;
  goal: Goal;
  wallet: Wallet;
  balancePaise: Paise;
}

interface GivenReason {
  reason: string;
  reasonTexts: ReasonTexts | null;
  /** The payment that the adjustment credits. */
  payment?: Payment | null;
}

/** Moves the money, and counts it towards the limits of the caller's API key. Throws API_KEY_LIMIT. */
export async function recordAdjustment(
  tx: Tx,
  change: Change & GivenReason,
): Promise<TransactionRow> {
  const { actor, adjustment, wallet, balancePaise, reason, reasonTexts, payment = null } = change;
  const { userId, requestKey } = adjustment;
  const differencePaise = toPaise(balancePaise - wallet.balancePaise);
  const overLimit = takeKeyAmount(tx, actor, Math.abs(differencePaise));
  if (overLimit) throw overLimit;
  const sourceId = await findOrCreateSource(tx, { actor, ...source });
  const row = await insertAdjustment(tx, {
    actor,
    userId,
    differencePaise,
    requestKey,
    sourceId,
    paymentMethod: 'admin_adjustment',
    requestFingerprint: toFingerprint(change),
    reason: reasonTexts,
    utr: payment?.utr ?? null,
    referenceOf: (ms) => `ADM-${ms}-${shortId(userId)}`,
    notes: [
      `Administrator balance adjustment: ${formatRupees(wallet.balancePaise)} to ${formatRupees(balancePaise)}`,
      reason,
    ].join('\n'),
  });
  const posting = { transactionId: transactionId.parse(row.id), userId };
  const [refused] = await postToLedger(tx, [{ ...posting, amountPaise: differencePaise, payment }]);
  if (refused) throw refused.error;
  await publishAdjustment(tx, { ...change, row });
  return row;
}

async function publishAdjustment(
  tx: Tx,
  change: Change & { row: TransactionRow; reason: string },
): Promise<void> {
  const { actor, wallet, balancePaise, row } = change;
  const { userId } = change.adjustment;
  const entry: AuditEntry = {
    chainId: userId,
    entity: 'user',
    entityId: userId,
    action: 'user.adjustBalance',
    before: { balancePaise: wallet.balancePaise },
    after: { balancePaise, transactionId: row.id, referenceId: row.referenceId, withNotes: true },
  };
  await recordAudit(tx, { actor, entries: [entry] });
  insertNotifications(tx, [toNotification(row, { userId, balancePaise, reason: change.reason })]);
  const data = { userId, transactionId: row.id, referenceId: row.referenceId, balancePaise };
  const previousBalancePaise = wallet.balancePaise;
  enqueueWebhookEvents(tx, [{ type: 'balance.adjusted', data: { ...data, previousBalancePaise } }]);
  publish(tx, [
    { userId, forAdmins: true, payload: toTransactionEvent('insert', row) },
    { userId, forAdmins: true, payload: { entity: 'balance', op: 'update', userId } },
  ]);
}
