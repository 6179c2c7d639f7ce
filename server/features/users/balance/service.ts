import { MAX_SET_BALANCE } from '#contract/balances/rules.ts';
import { transactionId, type UserId } from '#contract/shared/base.ts';
import { fillText } from '#contract/shared/errors.ts';
import {
  formatRupees,
  type Paise,
  parseRupees,
  toDecimal,
  toPaise,
} from '#contract/shared/money.ts';
import { shortId } from '#contract/shared/text.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { postToLedger } from '#server/ledger/post.ts';
import { lockWallet, type Wallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { fingerprintOf } from '#server/platform/runtime/fingerprint.ts';
import { requireApproval, runApprovable } from '../../approvals/service.ts';
import { insertNotifications } from '../../notifications/service.ts';
import { findOrCreateSource } from '../../sources/service.ts';
import {
  findRequests,
  insertAdjustment,
  requireSameRequest,
  type TransactionRow,
  toTransactionEvent,
} from '../../transactions/service.ts';
import { enqueueWebhookEvents } from '../../webhooks/service.ts';

const source = {
  name: 'Admin Panel',
  description: 'Manual balance adjustments by administrators',
};
/** These texts are catalogue keys. */
const texts = {
  title: 'Balance Updated by Administrator',
  credited: 'Your account was credited with {{amountPaise}}. New balance: {{balancePaise}}.',
  debited: 'Your account was debited by {{amountPaise}}. New balance: {{balancePaise}}.',
};

/** The input of the dialog: the balance it showed, and the new one. */
export interface Adjustment {
  userId: UserId;
  newBalance: string;
  shownBalancePaise: number;
  reason: string;
  requestKey: string;
}

/**
 * Sets a user's balance by a transaction of the difference. One database transaction includes ledger, balance,
 * notification, audit record and events. If there is no difference, records nothing. A repeated request with the same
 * key has no effect. Throws INVALID_BALANCE, BALANCE_ABOVE_MAXIMUM, ADJUSTMENT_REASON_REQUIRED, OWN_ACCOUNT_PROTECTED,
 * USER_NOT_FOUND, BALANCE_CHANGED, BALANCE_BELOW_HELD, IDEMPOTENCY_CONFLICT or SECOND_APPROVAL_REQUIRED.
 */
export async function adjustBalance(
  deps: Deps,
  actor: Actor,
  adjustment: Adjustment,
): Promise<{ balancePaise: number }> {
  const balancePaise = parseRupees(adjustment.newBalance);
  if (balancePaise === undefined) throw appError('INVALID_BALANCE');
  if (balancePaise > MAX_SET_BALANCE) {
    throw appError('BALANCE_ABOVE_MAXIMUM', { maximum: formatRupees(MAX_SET_BALANCE) });
  }
  if (adjustment.reason.trim() === '') throw appError('ADJUSTMENT_REASON_REQUIRED');
  if (adjustment.userId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  await runApprovable(deps, actor, async (tx) => {
    const wallet = await lockWallet(tx, adjustment.userId);
    const change = { actor, adjustment, wallet, balancePaise };
    if (await isRepeated(tx, change)) return;
    checkWallet(wallet, adjustment, balancePaise);
    if (balancePaise === wallet.balancePaise) return;
    await requireAdjustmentApproval(tx, change);
    await recordAdjustment(tx, change);
  });
  return { balancePaise };
}

async function requireAdjustmentApproval(tx: Tx, change: Change): Promise<void> {
  const { actor, adjustment, wallet, balancePaise } = change;
  const { requestKey, ...input } = adjustment;
  await requireApproval(tx, {
    ...{ actor, kinds: ['adjustment'], command: 'users.adjustBalance', input, requestKey },
    ...{ targetId: input.userId, concernedId: input.userId, reason: input.reason },
    amountPaise: Math.abs(balancePaise - wallet.balancePaise),
    change: {
      ...({ action: 'user.adjustBalance', entity: 'user' } as const),
      before: { balancePaise: wallet.balancePaise },
      after: { balancePaise },
    },
  });
}

/** The wallet's lock serializes requests with one key. Throws IDEMPOTENCY_CONFLICT. */
async function isRepeated(tx: Tx, change: Change): Promise<boolean> {
  const { adjustment, balancePaise } = change;
  const [earlier] = await findRequests(tx, [adjustment]);
  if (!earlier) return false;
  const moved = earlier.type === 'deposit' ? earlier.amountPaise : -earlier.amountPaise;
  await requireSameRequest(
    earlier,
    toFingerprint(change),
    () => earlier.kind === 'adjustment' && moved === balancePaise - adjustment.shownBalancePaise,
  );
  return true;
}

/** Includes the actor: the same key of another administrator is a conflict. */
function toFingerprint({ actor, adjustment, balancePaise }: Change): Buffer {
  const { userId, shownBalancePaise, reason } = adjustment;
  const from = { userId, shownBalancePaise, actorId: actor.userId };
  return fingerprintOf({ kind: 'adjustment', ...from, balancePaise, reason });
}

function checkWallet(wallet: Wallet, { shownBalancePaise }: Adjustment, balancePaise: Paise) {
  if (wallet.balancePaise !== shownBalancePaise) {
    throw appError('BALANCE_CHANGED', { balancePaise: wallet.balancePaise });
  }
  if (balancePaise < wallet.heldPaise) {
    const { heldPaise } = wallet;
    throw appError('BALANCE_BELOW_HELD', { held: formatRupees(heldPaise), heldPaise });
  }
}

interface Change {
  actor: Actor;
  adjustment: Adjustment;
  wallet: Wallet;
  balancePaise: Paise;
}

async function recordAdjustment(tx: Tx, change: Change): Promise<void> {
  const { actor, adjustment, wallet, balancePaise } = change;
  const { userId, requestKey } = adjustment;
  const differencePaise = toPaise(balancePaise - wallet.balancePaise);
  const sourceId = await findOrCreateSource(tx, { actor, ...source });
  const row = await insertAdjustment(tx, {
    actor,
    userId,
    differencePaise,
    requestKey,
    sourceId,
    paymentMethod: 'admin_adjustment',
    requestFingerprint: toFingerprint(change),
    referenceOf: (ms) => `ADM-${ms}-${shortId(userId)}`,
    notes: [
      `Administrator balance adjustment: ${formatRupees(wallet.balancePaise)} to ${formatRupees(balancePaise)}`,
      adjustment.reason,
    ].join('\n'),
  });
  const posting = { transactionId: transactionId.parse(row.id), userId };
  const [refused] = await postToLedger(tx, [{ ...posting, amountPaise: differencePaise }]);
  if (refused) throw refused.error;
  await publishAdjustment(tx, { ...change, row });
}

async function publishAdjustment(tx: Tx, change: Change & { row: TransactionRow }): Promise<void> {
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
  insertNotifications(tx, [toNotification(change)]);
  const data = { userId, transactionId: row.id, referenceId: row.referenceId, balancePaise };
  const previousBalancePaise = wallet.balancePaise;
  enqueueWebhookEvents(tx, [{ type: 'balance.adjusted', data: { ...data, previousBalancePaise } }]);
  publish(tx, [
    { userId, forAdmins: true, payload: toTransactionEvent('insert', row) },
    { userId, forAdmins: true, payload: { entity: 'balance', op: 'update', userId } },
  ]);
}

function toNotification({
  adjustment,
  wallet,
  balancePaise,
  row,
}: Change & { row: TransactionRow }) {
  const isCredit = row.type === 'deposit';
  const messageKey = isCredit ? texts.credited : texts.debited;
  const { amountPaise } = row;
  const said = { amountPaise: formatRupees(amountPaise), balancePaise: formatRupees(balancePaise) };
  return {
    userId: adjustment.userId,
    title: texts.title,
    message: fillText(messageKey, said),
    titleKey: texts.title,
    messageKey,
    params: { amountPaise, balancePaise },
    type: isCredit ? ('success' as const) : ('warning' as const),
    category: 'account' as const,
    data: {
      old_balance: toDecimal(wallet.balancePaise),
      new_balance: toDecimal(balancePaise),
      adjustment_amount: toDecimal(balancePaise - wallet.balancePaise),
      // Users see that an administrator changed the balance, not which one.
      updated_by: 'admin',
      admin_action: true,
    },
  };
}
