import type { BankForm } from '#contract/banks/schema.ts';

export const EMPTY_BANK: BankForm = { name: '', code: '' };
export const MAX_BANK_CODE_LENGTH = 20;

export type BankProblems = { name: true; code: true };

export function bankProblems(bank: BankForm): Partial<BankProblems> {
  return {
    ...(bank.name.trim() === '' && { name: true as const }),
    ...(bank.code.trim() === '' && { code: true as const }),
  };
}
