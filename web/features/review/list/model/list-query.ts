import type { TransactionType } from '#contract/transactions/rules.ts';
import { orpc } from '#web/lib/api/api.ts';
import { byCursor } from '#web/lib/lists/by-cursor.ts';
import type { ReviewFilters } from './filters.ts';

/** Requests of a tab that match `search`, paginated. */
export function requestsQuery(type: TransactionType, { tab, search }: ReviewFilters) {
  return orpc.transactions.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ type, tab, search: search.trim(), cursor }),
    ...byCursor,
  });
}
