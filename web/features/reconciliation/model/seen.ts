import type { TransactionId } from '#contract/shared/base.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { confirmedIdsOf, isFlagged } from '#contract/transactions/warnings.ts';

type Seen = {
  acknowledgedIds: TransactionId[];
  confirmedDuplicateIds?: TransactionId[];
  seenReceipts: { id: TransactionId; receiptUrl: string | null }[];
};

/**
 * Returns what an approval of these requests confirms: their warnings, receipts and duplicates as they are shown. The server
 * refuses to approve requests that have changed since.
 */
export function seenOf(requests: readonly AdminTransaction[]): Seen {
  const confirmedDuplicateIds = confirmedIdsOf([...requests]);
  return {
    acknowledgedIds: requests.filter(isFlagged).map(({ id }) => id),
    ...(confirmedDuplicateIds.length > 0 && { confirmedDuplicateIds }),
    seenReceipts: requests.map(({ id, receiptUrl }) => ({ id, receiptUrl })),
  };
}
