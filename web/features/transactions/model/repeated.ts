import type { AdminTransaction } from '#contract/transactions/schema.ts';

/** Returns whether the receipt or the UTR of a pending request was sent with another one. */
export function isRepeated({ warnings }: Pick<AdminTransaction, 'warnings'>): boolean {
  return warnings.some(({ code }) => code === 'sameReceipt' || code === 'sameUtr');
}
