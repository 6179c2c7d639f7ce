import { useState } from 'react';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import type { ReviewState } from './use-review.ts';
import { type Selection, useSelectedRows } from './use-selection.ts';

/** Search results can have pages with few rows, so that one click fetches at most this many pages. */
const MOST_PAGES = 30;

type List = Pick<ReviewState['list'], 'data' | 'hasNextPage' | 'isError'> & {
  fetchNextPage: () => Promise<List>;
};

const rowsOf = ({ data }: Pick<List, 'data'>): AdminTransaction[] =>
  data?.pages.flatMap(({ rows }) => rows) ?? [];

/** Fetches the pages of a list up to its end or the maximum size of a bulk decision. */
export async function fetchAll(list: List): Promise<AdminTransaction[]> {
  let latest = list;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const isFull = rowsOf(latest).filter(isDecidable).length >= MAX_DECISIONS_AT_ONCE;
    if (isFull || !latest.hasNextPage || latest.isError) break;
    latest = await latest.fetchNextPage();
  }
  return rowsOf(latest);
}

/** Offers to select pending requests on pages not fetched yet, once all fetched ones are selected. */
export function useSelectAll({ list, rows, search, counts }: ReviewState, selection: Selection) {
  const [isFetching, setIsFetching] = useState(false);
  const selected = useSelectedRows(selection, rows);
  const chosen = selected.length;
  const isFull = chosen >= MAX_DECISIONS_AT_ONCE;
  const isOfferedMore = chosen > 0 && chosen === rows.filter(isDecidable).length;
  const run = async () => {
    setIsFetching(true);
    selection.selectAll(await fetchAll(list));
    setIsFetching(false);
  };
  return {
    selected,
    isOffered: isFetching || (isOfferedMore && list.hasNextPage && !isFull),
    isFetching,
    /** True if there are more requests than the maximum of a bulk decision. */
    isCut: isFull && (list.hasNextPage || chosen < rows.filter(isDecidable).length),
    /** Total number of requests; undefined during a search, where it is unknown. */
    total: search.trim() === '' ? counts?.pending : undefined,
    run: () => void run(),
  };
}

export type SelectAll = ReturnType<typeof useSelectAll>;
