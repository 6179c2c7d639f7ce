import type { DepositForm } from '#contract/deposits.ts';
import { DEFAULT_PAYMENT_METHOD, MIN_DEPOSIT } from '#contract/rules.ts';
import { fileMark } from '../../lib/photo.ts';
import { type AmountProblem, isCurrencySoFar, readAmount } from '../../lib/typed-amount.ts';

/** What a person fills in; the QR code they paid by is chosen beside the form. */
export type DepositFields = {
  amount: string;
  paymentMethod: string;
  notes: string;
  receipt: File | null;
};

export type DepositProblems = {
  amount?: AmountProblem | 'belowMinimum' | 'aboveMaximum';
  receipt?: 'FILE_REQUIRED';
};

export const EMPTY_DEPOSIT: DepositFields = {
  amount: '',
  paymentMethod: DEFAULT_PAYMENT_METHOD,
  notes: '',
  receipt: null,
};

/** What is wrong with each field; empty when the deposit can be sent. A maximum that is not known yet is none. */
export function depositProblems(
  { amount, receipt }: DepositFields,
  maxDepositPaise = Number.POSITIVE_INFINITY,
): DepositProblems {
  const problems: DepositProblems = {};
  const amountProblem = amountProblemOf(amount, maxDepositPaise);
  if (amountProblem) problems.amount = amountProblem;
  if (!receipt) problems.receipt = 'FILE_REQUIRED';
  return problems;
}

function amountProblemOf(typed: string, maxDepositPaise: number): DepositProblems['amount'] {
  const { paise, problem } = readAmount(typed);
  if (problem) return problem;
  if (paise < MIN_DEPOSIT) return 'belowMinimum';
  return paise > maxDepositPaise ? 'aboveMaximum' : undefined;
}

/** What is wrong with an amount already while it is typed, as typing on would not set it right. */
export function amountProblemSoFar(
  typed: string,
  maxDepositPaise = Number.POSITIVE_INFINITY,
): DepositProblems['amount'] {
  const problem = amountProblemOf(typed, maxDepositPaise);
  const mayBecomeRight = problem === 'missing' || problem === 'belowMinimum';
  return mayBecomeRight || isCurrencySoFar(typed) ? undefined : problem;
}

/** The form as the server takes it. */
export function toDepositForm(
  fields: DepositFields,
  { qrCodeId, requestKey }: { qrCodeId: string | undefined; requestKey: string },
): DepositForm {
  return {
    amount: fields.amount.trim(),
    paymentMethod: fields.paymentMethod.trim() || undefined,
    notes: fields.notes.trim() || undefined,
    qrCodeId,
    requestKey,
  };
}

/** The values that make two submissions one intent; see `createRequestKeys`. */
export function depositContents(
  { amount, paymentMethod, notes, receipt }: DepositFields,
  qrCodeId: string | undefined,
): readonly unknown[] {
  const mark = receipt && fileMark(receipt);
  return [amount.trim(), paymentMethod.trim(), notes.trim(), mark, qrCodeId];
}
