import { useDebouncedValue } from '@mantine/hooks';
import type { Paise } from '#contract/shared/money.ts';
import { readAmount } from '#web/lib/i18n/typed-amount.ts';
import { useSetting } from '../../settings/queries.ts';
import { amountProblemOf, type DepositBounds } from '../model/deposit-form.ts';

/** Each amount reserves a reference: it waits until the whole amount is typed. */
const TYPING_MS = 600;

/** An amount that can be paid by UPI, an amount above the highest UPI payment, or none yet. */
export type PaymentAmount =
  | { kind: 'none' }
  | { kind: 'upi'; amount: string }
  | ({ kind: 'large' } & LargePayment);
export type LargePayment = { amount: string; paise: Paise; limitPaise: number };

export function usePaymentAmount(typedAmount: string, bounds: DepositBounds): PaymentAmount {
  const limitPaise = useSetting('upiLimitPaise');
  const [amount] = useDebouncedValue(typedAmount, TYPING_MS);
  const { paise } = readAmount(amount);
  const isWrong = paise === undefined || amountProblemOf(amount, bounds) !== undefined;
  if (isWrong || limitPaise === undefined || typedAmount !== amount) return { kind: 'none' };
  if (paise > limitPaise) return { kind: 'large', amount, paise, limitPaise };
  return { kind: 'upi', amount };
}
