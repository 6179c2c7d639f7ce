import { parseRupees } from '#contract/shared/money.ts';

/** Whether to set the balance to an amount, or to change it by an amount. */
export const BALANCE_WAYS = ['set', 'add', 'subtract'] as const;
export type BalanceWay = (typeof BALANCE_WAYS)[number];

export interface BalanceForm {
  way: BalanceWay;
  amount: string;
  reason: string;
}

export const EMPTY_BALANCE: BalanceForm = { way: 'set', amount: '', reason: '' };

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
