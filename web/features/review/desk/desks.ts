import type { TransactionType } from '#contract/rules.ts';

/** Paths of the pages where requests are decided one by one. */
export const DESKS: Record<TransactionType, string> = {
  deposit: '/admin/deposits/desk',
  withdrawal: '/admin/withdrawals/desk',
};
