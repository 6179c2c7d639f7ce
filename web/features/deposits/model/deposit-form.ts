import { isUtr, MIN_DEPOSIT, normalizeUtr } from '#contract/deposits/rules.ts';
import type { DepositForm } from '#contract/deposits/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { toDecimal } from '#contract/shared/money.ts';
import { DEFAULT_PAYMENT_METHOD } from '#contract/transactions/rules.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { fileMark } from '#web/lib/files/photo.ts';
import { type AmountProblem, isCurrencySoFar, readAmount } from '#web/lib/i18n/typed-amount.ts';

/** Fields of the deposit form; the QR code is chosen next to the form. */
export type DepositFields = {
  amount: string;
  paymentMethod: string;
  /** Reference number of the payment. */
  utr: string;
  notes: string;
  receipt: File | null;
};

type UtrProblem = 'missing' | 'invalid';

export const UTR_ERRORS = {
  missing: 'UTR_REQUIRED',
  invalid: 'INVALID_UTR',
} as const satisfies Record<UtrProblem, ErrorCode>;

export type DepositProblems = {
  amount?: AmountProblem | 'belowMinimum' | 'aboveMaximum' | 'aboveLimit';
  utr?: UtrProblem;
  receipt?: 'FILE_REQUIRED';
};

/** The highest amounts allowed and whether a UTR is required; undefined while unknown, and without limits. */
export type DepositBounds = {
  maxDepositPaise?: number | undefined;
  /** The highest amount that the user's verification level allows. */
  limitPaise?: number | undefined;
  isUtrRequired?: boolean | undefined;
};

export const EMPTY_DEPOSIT: DepositFields = {
  amount: '',
  paymentMethod: DEFAULT_PAYMENT_METHOD,
  utr: '',
  notes: '',
  receipt: null,
};

/** The fields of an earlier deposit. Its receipt was refused, so it is not attached again. */
export function sameDeposit({
  amountPaise,
  paymentMethod,
  utr,
  userNotes,
}: Pick<
  OwnTransactionDetails,
  'amountPaise' | 'paymentMethod' | 'utr' | 'userNotes'
>): DepositFields {
  return {
    ...EMPTY_DEPOSIT,
    amount: toDecimal(amountPaise),
    paymentMethod: paymentMethod ?? DEFAULT_PAYMENT_METHOD,
    utr: utr ?? '',
    notes: userNotes ?? '',
  };
}

/** Returns the problems by field. Unknown bounds are not checked. */
export function depositProblems(
  { amount, paymentMethod, utr, receipt }: DepositFields,
  bounds: DepositBounds = {},
): DepositProblems {
  const problems: DepositProblems = {};
  const amountProblem = amountProblemOf(amount, bounds);
  if (amountProblem) problems.amount = amountProblem;
  const utrProblem = utrProblemOf(normalizeUtr(utr), { paymentMethod, ...bounds });
  if (utrProblem) problems.utr = utrProblem;
  if (!receipt) problems.receipt = 'FILE_REQUIRED';
  return problems;
}

function utrProblemOf(
  utr: string,
  { paymentMethod, isUtrRequired = false }: DepositBounds & { paymentMethod: string },
): UtrProblem | undefined {
  if (utr === '') return isUtrRequired ? 'missing' : undefined;
  return isUtr(utr, paymentMethod.trim() || DEFAULT_PAYMENT_METHOD) ? undefined : 'invalid';
}

export function amountProblemOf(
  typed: string,
  {
    maxDepositPaise = Number.POSITIVE_INFINITY,
    limitPaise = Number.POSITIVE_INFINITY,
  }: DepositBounds,
): DepositProblems['amount'] {
  const { paise, problem } = readAmount(typed);
  if (problem) return problem;
  if (paise < MIN_DEPOSIT) return 'belowMinimum';
  if (paise > maxDepositPaise) return 'aboveMaximum';
  return paise > limitPaise ? 'aboveLimit' : undefined;
}

/** Returns a problem of a partial amount that further typing cannot correct. */
export function amountProblemSoFar(
  typed: string,
  bounds: DepositBounds,
): DepositProblems['amount'] {
  const problem = amountProblemOf(typed, bounds);
  const mayBecomeRight = problem === 'missing' || problem === 'belowMinimum';
  return mayBecomeRight || isCurrencySoFar(typed) ? undefined : problem;
}

/** Requires optional fields too, so that a new field of the form does not compile until it is sent. */
type Every<Form> = { [Name in keyof Required<Form>]: Form[Name] };

export function toDepositForm(
  fields: DepositFields,
  { qrCodeId, requestKey }: { qrCodeId: string | undefined; requestKey: string },
): Every<DepositForm> {
  return {
    amount: fields.amount.trim(),
    paymentMethod: fields.paymentMethod.trim() || undefined,
    utr: normalizeUtr(fields.utr) || undefined,
    notes: fields.notes.trim() || undefined,
    qrCodeId,
    requestKey,
  };
}

/** Returns the values that identify one intent; see `createRequestKeys`. */
export function depositContents(
  fields: DepositFields,
  qrCodeId: string | undefined,
): readonly unknown[] {
  const mark = fields.receipt && fileMark(fields.receipt);
  return [...Object.values(toDepositForm(fields, { qrCodeId, requestKey: '' })), mark];
}
