import { parseRupees } from '#contract/money.ts';
import { MIN_WITHDRAWAL } from '#contract/rules.ts';
import { type AmountProblem, isCurrencySoFar, readAmount } from '../../lib/typed-amount.ts';

/** What a withdrawal costs; the amount received is the amount requested. */
export const PROCESSING_FEE_PAISE = 0;

export type WithdrawalFields = {
  amount: string;
  bankAccountId: string | undefined;
  availablePaise: number;
};

/** Why a field is wrong, told beside it. */
export type WithdrawalProblems = {
  amount?: AmountProblem | 'belowMinimum' | 'aboveAvailable';
  bankAccount?: 'missing';
};

/** What is wrong with each field; empty when the withdrawal can be sent. */
export function withdrawalProblems(fields: WithdrawalFields): WithdrawalProblems {
  const problems: WithdrawalProblems = {};
  const amount = amountProblem(fields.amount, fields.availablePaise);
  if (amount) problems.amount = amount;
  if (!fields.bankAccountId) problems.bankAccount = 'missing';
  return problems;
}

function amountProblem(typed: string, availablePaise: number): WithdrawalProblems['amount'] {
  const { paise, problem } = readAmount(typed);
  if (problem) return problem;
  if (paise < MIN_WITHDRAWAL) return 'belowMinimum';
  return paise > availablePaise ? 'aboveAvailable' : undefined;
}

/** What is wrong with an amount already while it is typed, as typing on would not set it right. */
export function amountProblemSoFar(
  typed: string,
  availablePaise: number,
): WithdrawalProblems['amount'] {
  const problem = amountProblem(typed, availablePaise);
  const mayBecomeRight = problem === 'missing' || problem === 'belowMinimum';
  return mayBecomeRight || isCurrencySoFar(typed) ? undefined : problem;
}

/** Why a submission is refused as a whole, told in a toast. */
export type Refusal = 'invalidAmount' | 'noBankAccount' | 'insufficientBalance';

/** The first reason to refuse a submission, in the order of the specification. */
export function refusalOf(fields: WithdrawalFields): Refusal | undefined {
  const paise = parseRupees(fields.amount);
  if (paise === undefined || paise <= 0) return 'invalidAmount';
  if (!fields.bankAccountId) return 'noBankAccount';
  return paise > fields.availablePaise ? 'insufficientBalance' : undefined;
}

/** What arrives at the bank for an amount as typed; undefined while it is not an amount. */
export function receivedPaise(amount: string): number | undefined {
  const paise = parseRupees(amount);
  return paise === undefined ? undefined : Math.max(0, paise - PROCESSING_FEE_PAISE);
}

/** The account chosen by the person if it still exists, else the default one, else the newest. */
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
