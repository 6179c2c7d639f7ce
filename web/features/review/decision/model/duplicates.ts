import type { TransactionId } from '#contract/shared/base.ts';
import type { AdminTransaction, RelatedRequest } from '#contract/transactions/schema.ts';

/** Returns the approved requests with the receipt of a request. Approving it needs a confirmation that names them. */
export function approvedWithReceipt({
  warnings,
}: Pick<AdminTransaction, 'warnings'>): RelatedRequest[] {
  const warning = warnings.find(({ code }) => code === 'sameReceipt');
  return warning?.requests?.filter(({ status }) => status === 'approved') ?? [];
}

/** Returns the ids of the approved requests with the receipts of these requests, which are shown with them. */
export function confirmedIdsOf(rows: Pick<AdminTransaction, 'warnings'>[]): TransactionId[] {
  return [...new Set(rows.flatMap(approvedWithReceipt).map(({ id }) => id))];
}

/** Returns those of these requests whose receipt was approved with another one. */
export function withApprovedReceipt<Row extends Pick<AdminTransaction, 'warnings'>>(
  rows: Row[],
): Row[] {
  return rows.filter((row) => approvedWithReceipt(row).length > 0);
}
