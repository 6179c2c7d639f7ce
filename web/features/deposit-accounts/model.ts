import { isIfsc, MIN_ACCOUNT_NUMBER_LENGTH } from '#contract/bank-accounts/rules.ts';
import type { DepositAccountForm, KeptDepositAccount } from '#contract/deposit-accounts/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';

/** A bank account of the operator, and its details for deposits if it has some. */
export type AccountDetails = { id: string; name: string; details: KeptDepositAccount | undefined };
export type DetailProblems = Record<keyof Omit<DepositAccountForm, 'isActive'>, ErrorCode>;

export function initialDetails(row: AccountDetails | undefined): DepositAccountForm {
  const { accountHolderName = '', ifscCode = '', bankName = '' } = row?.details ?? {};
  const { accountNumber = '', isActive = true } = row?.details ?? {};
  // The server could not decrypt a masked number: it has to be typed again.
  const isMasked = accountNumber.includes('•');
  return {
    accountHolderName,
    ifscCode,
    bankName,
    isActive,
    accountNumber: isMasked ? '' : accountNumber,
  };
}

export function findDetailProblems({
  accountHolderName,
  accountNumber,
  bankName,
  ifscCode,
}: DepositAccountForm): Partial<DetailProblems> {
  const number = accountNumber.replaceAll(/[\s-]/g, '');
  return {
    ...(accountHolderName.trim() === '' && {
      accountHolderName: 'ACCOUNT_HOLDER_REQUIRED' as const,
    }),
    ...(number.length < MIN_ACCOUNT_NUMBER_LENGTH && {
      accountNumber: 'ACCOUNT_NUMBER_TOO_SHORT' as const,
    }),
    ...(bankName.trim() === '' && { bankName: 'BANK_NAME_REQUIRED' as const }),
    ...(!isIfsc(ifscCode.trim().toUpperCase()) && { ifscCode: 'INVALID_IFSC' as const }),
  };
}
