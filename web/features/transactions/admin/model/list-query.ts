import type { AdminTransactionFilters } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';

/** Matching transactions, newest first, paginated. */
export function transactionsQuery(filters: AdminTransactionFilters) {
  return orpc.transactions.search.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filters, cursor }),
    ...byCursor,
  });
}
