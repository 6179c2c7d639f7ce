import { isIfsc, MIN_ACCOUNT_NUMBER_LENGTH } from '#contract/bank-accounts/rules.ts';

export type AccountType = 'savings' | 'checking';

/** Fields of the add dialog. The account type is not stored. */
export type AccountForm = {
  accountName: string;
  accountNumber: string;
  bankName: string;
  ifscCode: string;
  accountType: AccountType;
  isDefault: boolean;
};

export type AccountProblem =
  | 'ACCOUNT_HOLDER_REQUIRED'
  | 'ACCOUNT_NUMBER_TOO_SHORT'
  | 'BANK_NAME_REQUIRED'
  | 'INVALID_IFSC';

export type AccountProblems = Partial<Record<keyof AccountForm, AccountProblem>>;

/** Returns an empty form. A user's first account is the default. */
export function emptyAccountForm(isFirst: boolean): AccountForm {
  return {
    accountName: '',
    accountNumber: '',
    bankName: '',
    ifscCode: '',
    accountType: 'savings',
    isDefault: isFirst,
  };
}

export function accountProblems(form: AccountForm): AccountProblems {
  const problems: AccountProblems = {};
  if (!form.accountName.trim()) problems.accountName = 'ACCOUNT_HOLDER_REQUIRED';
  if (form.accountNumber.trim().length < MIN_ACCOUNT_NUMBER_LENGTH) {
    problems.accountNumber = 'ACCOUNT_NUMBER_TOO_SHORT';
  }
  if (!form.bankName.trim()) problems.bankName = 'BANK_NAME_REQUIRED';
  const ifsc = toIfsc(form.ifscCode);
  if (ifsc && !isIfsc(ifsc)) problems.ifscCode = 'INVALID_IFSC';
  return problems;
}

/** Normalizes an IFSC: no spaces, upper case. */
function toIfsc(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

export function toAccountInput(form: AccountForm) {
  return {
    accountName: form.accountName.trim(),
    accountNumber: form.accountNumber.trim(),
    bankName: form.bankName.trim(),
    ifscCode: toIfsc(form.ifscCode) || undefined,
    isDefault: form.isDefault,
  };
}
