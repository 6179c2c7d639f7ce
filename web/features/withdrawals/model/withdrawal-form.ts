import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import { parseRupees, toDecimal } from '#contract/shared/money.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { type AmountProblem, isCurrencySoFar, readAmount } from '#web/lib/i18n/typed-amount.ts';

/** Fee in paise; users receive the requested amount. */
export const PROCESSING_FEE_PAISE = 0;

export type WithdrawalFields = {
  amount: string;
  bankAccountId: string | undefined;
  availablePaise: number;
  /** The highest amount that the user's verification level allows; undefined without limits. */
  limitPaise?: number | undefined;
  /** Whether the bank account is new and cannot be used yet. */
  isAccountWaiting?: boolean;
};

/** Validation problems by field. */
export type WithdrawalProblems = {
  amount?: AmountProblem | 'belowMinimum' | 'aboveAvailable' | 'aboveLimit';
  bankAccount?: 'missing' | 'waiting';
};

export function withdrawalProblems(fields: WithdrawalFields): WithdrawalProblems {
  const problems: WithdrawalProblems = {};
  const amount = amountProblem(fields.amount, fields);
  if (amount) problems.amount = amount;
  if (!fields.bankAccountId) problems.bankAccount = 'missing';
  else if (fields.isAccountWaiting) problems.bankAccount = 'waiting';
  return problems;
}

type Bounds = Pick<WithdrawalFields, 'availablePaise' | 'limitPaise'>;

function amountProblem(
  typed: string,
  { availablePaise, limitPaise = Number.POSITIVE_INFINITY }: Bounds,
): WithdrawalProblems['amount'] {
  const { paise, problem } = readAmount(typed);
  if (problem) return problem;
  if (paise < MIN_WITHDRAWAL) return 'belowMinimum';
  if (paise > availablePaise) return 'aboveAvailable';
  return paise > limitPaise ? 'aboveLimit' : undefined;
}

/** Returns a problem of a partial amount that further typing cannot correct. */
export function amountProblemSoFar(typed: string, bounds: Bounds): WithdrawalProblems['amount'] {
  const problem = amountProblem(typed, bounds);
  const mayBecomeRight = problem === 'missing' || problem === 'belowMinimum';
  return mayBecomeRight || isCurrencySoFar(typed) ? undefined : problem;
}

/** Why a submission is refused, shown as a toast. */
export type Refusal = 'invalidAmount' | 'noBankAccount' | 'insufficientBalance';

/** Returns the first reason to refuse a submission, in the order of the specification. */
export function refusalOf(fields: WithdrawalFields): Refusal | undefined {
  const paise = parseRupees(fields.amount);
  if (paise === undefined || paise <= 0) return 'invalidAmount';
  if (!fields.bankAccountId) return 'noBankAccount';
  return paise > fields.availablePaise ? 'insufficientBalance' : undefined;
}

/** Returns the amount in paise received at the bank; undefined for an invalid amount. */
export function receivedPaise(amount: string): number | undefined {
  const paise = parseRupees(amount);
  return paise === undefined ? undefined : Math.max(0, paise - PROCESSING_FEE_PAISE);
}

/** The fields of an earlier withdrawal, with its bank account if the user still has it. */
export function sameWithdrawal(
  {
    amountPaise,
    bankName,
    maskedAccountNumber,
  }: Pick<OwnTransaction, 'amountPaise' | 'bankName' | 'maskedAccountNumber'>,
  accounts: Pick<BankAccount, 'id' | 'bankName' | 'maskedAccountNumber'>[],
): { amount: string; bankAccount: string } {
  const account = accounts.find(
    (each) => each.bankName === bankName && each.maskedAccountNumber === maskedAccountNumber,
  );
  return { amount: toDecimal(amountPaise), bankAccount: account?.id ?? '' };
}

/** Returns the account chosen by the user if it still exists, else the default one, else the newest. */
export function pickAccount<Account extends { id: string; isDefault: boolean }>(
  accounts: Account[],
  chosenId: string | undefined,
): Account | undefined {
  return (
    accounts.find(({ id }) => id === chosenId) ??
    accounts.find(({ isDefault }) => isDefault) ??
    accounts[0]
  );
}
