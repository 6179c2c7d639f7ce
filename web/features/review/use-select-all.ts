import { useState } from 'react';
import { isDecidable, MAX_DECISIONS_AT_ONCE } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import type { ReviewState } from './use-review.ts';
import type { Selection } from './use-selection.ts';

/** A search can return pages with few rows: at most so many pages are fetched by one click. */
const MOST_PAGES = 30;

type List = Pick<ReviewState['list'], 'data' | 'hasNextPage' | 'isError'> & {
  fetchNextPage: () => Promise<List>;
};

const rowsOf = ({ data }: Pick<List, 'data'>): AdminTransaction[] =>
  data?.pages.flatMap(({ rows }) => rows) ?? [];

/** Fetches the pages of a list until it ends or has as many rows as can be decided together. */
export async function fetchAll(list: List): Promise<AdminTransaction[]> {
  let latest = list;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const isFull = rowsOf(latest).filter(isDecidable).length >= MAX_DECISIONS_AT_ONCE;
    if (isFull || !latest.hasNextPage || latest.isError) break;
    latest = await latest.fetchNextPage();
  }
  return rowsOf(latest);
}

/** Selecting the pending requests beyond the loaded pages: offered once all loaded ones are selected. */
export function useSelectAll({ list, rows, search, counts }: ReviewState, selection: Selection) {
  const [isFetching, setIsFetching] = useState(false);
  const chosen = selection.rows.length;
  const isFull = chosen >= MAX_DECISIONS_AT_ONCE;
  const isOfferedMore = chosen > 0 && chosen === rows.filter(isDecidable).length;
  const run = async () => {
    setIsFetching(true);
    selection.selectAll(await fetchAll(list));
    setIsFetching(false);
  };
  return {
    isOffered: isFetching || (isOfferedMore && list.hasNextPage && !isFull),
    isFetching,
    /** True when there are more than can be decided together. */
    isCut: isFull && (list.hasNextPage || chosen < rows.filter(isDecidable).length),
    /** How many there are in all; undefined while a search does not know. */
    total: search.trim() === '' ? counts?.pending : undefined,
    run: () => void run(),
  };
}

export type SelectAll = ReturnType<typeof useSelectAll>;
