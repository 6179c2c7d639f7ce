export { MAX_RELATED, type RelatedRow, requestColumns } from './related.queries.ts';

import { transactionId } from '#contract/shared/base.ts';
import type { RelatedRequest } from '#contract/transactions/schema.ts';
import type { RelatedRow } from './related.queries.ts';

export function toRelated(row: RelatedRow): RelatedRequest {
  const { referenceId, userName, amountPaise, status, isCancelled, createdAt, receiptUrl } = row;
  const id = transactionId.parse(row.id);
  return { id, referenceId, userName, amountPaise, status, isCancelled, createdAt, receiptUrl };
}
