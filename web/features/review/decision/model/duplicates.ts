import type { AdminTransaction, RelatedRequest } from '#contract/transactions/schema.ts';

/** Returns the approved requests with the receipt of a request. Approving it needs a confirmation that names them. */
export function approvedWithReceipt({
  warnings,
}: Pick<AdminTransaction, 'warnings'>): RelatedRequest[] {
  const warning = warnings.find(({ code }) => code === 'sameReceipt');
  return warning?.requests?.filter(({ status }) => status === 'approved') ?? [];
}
