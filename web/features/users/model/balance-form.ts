import { formatRupees, parseRupees } from '#contract/shared/money.ts';
import type { AdjustmentLimits } from '#contract/users/schema.ts';

/** Whether to set the balance to an amount, or to change it by an amount. */
export const BALANCE_WAYS = ['set', 'add', 'subtract'] as const;
export type BalanceWay = (typeof BALANCE_WAYS)[number];

export interface BalanceForm {
  way: BalanceWay;
  amount: string;
  /** A canned reason, which `reason` may complete. */
  reasonId: string | null;
  reason: string;
}

export const EMPTY_BALANCE: BalanceForm = { way: 'set', amount: '', reasonId: null, reason: '' };

/** Returns the error of a change of a balance that is above the administrator's limits, with its data, or undefined. */
export function limitError(differencePaise: number, limits: AdjustmentLimits | undefined) {
  const amountPaise = Math.abs(differencePaise);
  if (!limits) return undefined;
  const { maximumPaise, dayPaise, remainingPaise } = limits;
  if (amountPaise > maximumPaise) {
    return {
      code: 'ADJUSTMENT_ABOVE_MAXIMUM',
      data: { maximum: formatRupees(maximumPaise) },
    } as const;
  }
  const data = { maximum: formatRupees(dayPaise), remaining: formatRupees(remainingPaise) };
  return amountPaise > remainingPaise
    ? ({ code: 'ADJUSTMENT_DAY_LIMIT', data } as const)
    : undefined;
}

/** Returns the resulting balance in paise; undefined if it is invalid. */
export function wantedBalance(
  { way, amount }: Pick<BalanceForm, 'way' | 'amount'>,
  balancePaise: number,
): number | undefined {
  const paise = parseRupees(amount);
  if (paise === undefined) return undefined;
  if (way === 'set') return paise;
  const wanted = way === 'add' ? balancePaise + paise : balancePaise - paise;
  return wanted >= 0 && Number.isSafeInteger(wanted) ? wanted : undefined;
}
