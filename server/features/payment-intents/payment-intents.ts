import { MIN_DEPOSIT } from '#contract/deposits/rules.ts';
import { PAYMENT_INTENT_HOURS } from '#contract/payment-intents/rules.ts';
import type { PaymentIntent } from '#contract/payment-intents/schema.ts';
import { formatRupees, type Paise, parseRupees, toPaise } from '#contract/shared/money.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { findFreezes, refuseFrozen } from '../frozen-accounts/frozen-accounts.ts';
import { isActiveQrCode } from '../qr-codes/qr-codes.ts';
import { getSetting } from '../settings/settings.ts';
import {
  deleteExpired,
  findIntent,
  insertIntent,
  isBelowLimit,
} from './payment-intents.queries.ts';

export { takeIntents } from './payment-intents.queries.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Returns the reference of the payment that the caller began with this code and amount, or reserves one. Throws
 * ACCOUNT_FROZEN, INVALID_DEPOSIT_AMOUNT, DEPOSIT_ABOVE_MAXIMUM, QR_CODE_NOT_FOUND or TOO_MANY_PAYMENT_INTENTS.
 */
export async function openPaymentIntent(
  deps: Deps,
  actor: Actor,
  { qrCodeId, amount }: { qrCodeId: string; amount: string },
): Promise<PaymentIntent> {
  const amountPaise = parseRupees(amount);
  if (amountPaise === undefined || amountPaise < MIN_DEPOSIT)
    throw appError('INVALID_DEPOSIT_AMOUNT');
  const { userId } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    refuseFrozen(await findFreezes(tx.query, [userId]), userId);
    await requireAllowed(tx, { qrCodeId, amountPaise });
    const key = { userId, qrCodeId, amountPaise };
    const found = await findIntent(tx, key);
    if (found) return { qrCodeId, amountPaise, ...found };
    if (!(await isBelowLimit(tx, userId))) throw appError('TOO_MANY_PAYMENT_INTENTS');
    const expiresAt = new Date(tx.at.getTime() + PAYMENT_INTENT_HOURS * HOUR_MS);
    const referenceId = await insertIntent(tx, { ...key, expiresAt });
    return { qrCodeId, amountPaise, referenceId, expiresAt };
  });
}

async function requireAllowed(
  tx: Tx,
  { qrCodeId, amountPaise }: { qrCodeId: string; amountPaise: Paise },
): Promise<void> {
  const maximum = toPaise(await getSetting(tx.query, 'maxDepositPaise'));
  if (amountPaise > maximum) {
    throw appError('DEPOSIT_ABOVE_MAXIMUM', { maximum: formatRupees(maximum) });
  }
  if (!(await isActiveQrCode(tx.query, qrCodeId))) throw appError('QR_CODE_NOT_FOUND');
}

export async function prunePaymentIntents({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteExpired(db.query, clock.now());
}
