import type { TransactionFilters } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';
import { byCursor } from '../../lib/by-cursor.ts';

/** Matching transactions, newest first, paginated. */
export function transactionsQuery(filters: TransactionFilters) {
  return orpc.transactions.search.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor }),
    ...byCursor,
  });
}
