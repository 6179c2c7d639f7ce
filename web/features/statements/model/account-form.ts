import type { StatementAccount, StatementAccountForm } from '#contract/statements/schema.ts';

export type AccountValues = Omit<StatementAccountForm, 'lastFour'> & { lastFour: string };
export type AccountProblems = { name: 'missing'; lastFour: 'digits' };

export function initialAccount(account: StatementAccount | undefined): AccountValues {
  const { name = '', lastFour = null, isActive = true } = account ?? {};
  return { name, lastFour: lastFour ?? '', isActive };
}

export function findAccountProblems(values: AccountValues): Partial<AccountProblems> {
  return {
    ...(values.name.trim() === '' && { name: 'missing' as const }),
    ...(!/^(?:\d{4})?$/.test(values.lastFour.trim()) && { lastFour: 'digits' as const }),
  };
}

export function toAccountForm({ name, lastFour, isActive }: AccountValues): StatementAccountForm {
  return { name, lastFour: lastFour.trim() || null, isActive };
}
