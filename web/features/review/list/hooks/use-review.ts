import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { useAddressFilters } from '#web/lib/lists/address-filters.ts';
import { useTouched } from '#web/ui/form/use-touched.ts';
import { useArrivals } from '#web/ui/table/use-arrivals.ts';
import { mergeDecided, useDecidedElsewhere } from '../../decision/hooks/use-decided-rows.ts';
import { useRequestCounts, useRequestList } from '../../queries.ts';
import { type ReviewTab, reviewAddress } from '../model/filters.ts';
import { useRecentDecisions } from './use-recent-decisions.ts';

/** Fetches the reviewer's name of a decided row. */
async function fetchDecided(row: AdminTransaction): Promise<AdminTransaction> {
  const details = orpc.transactions.get.queryOptions({
    input: { id: row.id },
    staleTime: 0,
    retry: false,
  });
  // On failure, the row shows its new status; the next refresh adds the rest.
  return queryClient.fetchQuery(details).catch(() => row);
}

/** State of a review page: the tab's rows with recent decisions, counts and refreshing. */
export function useReview(type: TransactionType) {
  const { filters, change } = useAddressFilters(reviewAddress);
  const { tab, search } = filters;
  const list = useRequestList(type, filters);
  const counts = useRequestCounts();
  const { isTouched, attributes } = useTouched();
  const { decided, lingering, gone, highlightedId, show } = useRecentDecisions(isTouched);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const isPending = tab === 'pending';
  const merged = mergeDecided({ pending: rows, decided, kept: [...lingering, ...gone] });
  // If no row is left, positions need not be kept.
  const isDone = lingering.length === 0 && !merged.some(isDecidable);
  const arrivals = useArrivals({
    rows: isPending ? merged.filter(() => !isDone) : rows,
    keyOf: ({ id }) => id,
    scope: `${tab} ${search.trim()}`,
    isCurrent: list.isSuccess,
  });

  /** Shows a row as decided, and adds the reviewer's name when it has loaded. */
  const showDecided = (row: AdminTransaction) => {
    show(row);
    if (!row.decidedBy) void fetchDecided(row).then(show);
  };
  useDecidedElsewhere(rows, showDecided);

  /** Refetches the tab and the counts; resolves to false on failure. */
  const refresh = async () => {
    const results = await Promise.all([list.refetch(), counts.refetch()]);
    arrivals.show();
    return results.every(({ isError }) => !isError);
  };

  return {
    type,
    refresh,
    tab,
    setTab: (chosen: ReviewTab) => change({ tab: chosen }),
    search,
    setSearch: (typed: string) => change({ search: typed }),
    list,
    rows: arrivals.rows,
    arrivals,
    goneIds: isPending ? gone : [],
    touch: attributes,
    counts: counts.data?.[type],
    highlightedId,
    showDecided,
  };
}

export type ReviewState = ReturnType<typeof useReview>;
