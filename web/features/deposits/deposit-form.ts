import type { DepositForm } from '#contract/deposits.ts';
import { parseRupees } from '#contract/money.ts';
import { DEFAULT_PAYMENT_METHOD, MIN_DEPOSIT } from '#contract/rules.ts';

/** What a person fills in; the QR code they paid by is chosen beside the form. */
export type DepositFields = {
  amount: string;
  paymentMethod: string;
  notes: string;
  receipt: File | null;
};

export type DepositProblems = {
  amount?: 'INVALID_DEPOSIT_AMOUNT' | 'DEPOSIT_ABOVE_MAXIMUM';
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
  const paise = parseRupees(amount);
  if (paise === undefined || paise < MIN_DEPOSIT) problems.amount = 'INVALID_DEPOSIT_AMOUNT';
  else if (paise > maxDepositPaise) problems.amount = 'DEPOSIT_ABOVE_MAXIMUM';
  if (!receipt) problems.receipt = 'FILE_REQUIRED';
  return problems;
}

/** What is wrong with an amount already while it is typed, as typing on would not set it right. */
export function amountProblemSoFar(
  typed: string,
  maxDepositPaise = Number.POSITIVE_INFINITY,
): DepositProblems['amount'] {
  if (typed === '') return undefined;
  const paise = parseRupees(typed);
  if (paise === undefined) return 'INVALID_DEPOSIT_AMOUNT';
  return paise > maxDepositPaise ? 'DEPOSIT_ABOVE_MAXIMUM' : undefined;
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
  return [amount.trim(), paymentMethod.trim(), notes.trim(), receipt, qrCodeId];
}
