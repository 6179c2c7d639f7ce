import { useEffect } from 'react';
import { PAGE_ROWS } from '#contract/rules.ts';

const MOST_CALLS = 5;

type Pages = {
  data: { pages: { rows: unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/**
 * Whether the last pages of a search are still to be filled: one call looks through so many rows and no
 * further, and may come back with few of a page or none. After some calls it is for a person to ask on.
 */
export function isToBeFilled(pages: { rows: unknown[] }[]): boolean {
  let [rows, calls] = [0, 0];
  for (const page of pages) {
    const isNew = rows >= PAGE_ROWS || calls === MOST_CALLS;
    rows = page.rows.length + (isNew ? 0 : rows);
    calls = isNew ? 1 : calls + 1;
  }
  return calls > 0 && calls < MOST_CALLS && rows < PAGE_ROWS;
}

/** Asks on by itself while a list has less of a page than it could have. */
export function useFullPages<Query extends Pages>(query: Query): Query {
  const { data, hasNextPage, fetchNextPage } = query;
  const pages = data?.pages ?? [];
  // Asked only where it matters: whoever reads what a query is doing is drawn again with each fetch.
  const isIdle = () => !query.isFetching && !query.isFetchNextPageError && !query.isPlaceholderData;
  // Which call is next: two that follow each other closely may be drawn as one.
  const wanted = hasNextPage && isToBeFilled(pages) && isIdle() ? pages.length : undefined;
  useEffect(() => {
    if (wanted !== undefined) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  return query;
}

/** How many rows a search has, as far as its pages tell: at least the rows on them. */
export function countRows(
  pages: {
    rows: unknown[];
    nextCursor?: string | undefined;
    total: number;
    totalIsExact: boolean;
  }[],
): { count: number; isExact: boolean } {
  const [newest] = pages;
  if (!newest) return { count: 0, isExact: true };
  if (newest.totalIsExact) return { count: newest.total, isExact: true };
  const fetched = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  if (!pages.at(-1)?.nextCursor) return { count: fetched, isExact: true };
  return { count: Math.max(newest.total, fetched), isExact: false };
}
