import type { BankForm } from '#contract/banks.ts';

export const EMPTY_BANK: BankForm = { name: '', code: '' };
export const MAX_BANK_CODE_LENGTH = 20;

/** Whether a bank has both its name and its code. */
export function isComplete({ name, code }: BankForm): boolean {
  return name.trim() !== '' && code.trim() !== '';
}
