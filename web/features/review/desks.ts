import type { TransactionType } from '#contract/rules.ts';

/** Where the requests of a type are decided one by one. */
export const DESKS: Record<TransactionType, string> = {
  deposit: '/admin/deposits/desk',
  withdrawal: '/admin/withdrawals/desk',
};
