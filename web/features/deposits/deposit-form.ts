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

/**
 * The values that make two submissions one intent; see `createRequestKeys`. The QR code is not among
 * them: it may be switched off between a lost answer and its retry, which is still the same deposit and
 * names the code it was first sent with.
 */
export function depositContents(fields: DepositFields): readonly unknown[] {
  return [fields.amount.trim(), fields.paymentMethod.trim(), fields.notes.trim(), fields.receipt];
}
