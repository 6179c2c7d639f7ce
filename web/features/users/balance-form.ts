import { parseRupees } from '#contract/money.ts';

/** Whether a balance is set to an amount, or moved by one. */
export const BALANCE_WAYS = ['set', 'add', 'subtract'] as const;
export type BalanceWay = (typeof BALANCE_WAYS)[number];

export interface BalanceForm {
  way: BalanceWay;
  amount: string;
  reason: string;
}

export const EMPTY_BALANCE: BalanceForm = { way: 'set', amount: '', reason: '' };

/** The balance in paise that a form asks for in the place of this one; undefined when it asks for none that can be. */
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
