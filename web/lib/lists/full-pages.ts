import { useEffect } from 'react';
import { PAGE_ROWS } from '#contract/shared/limits.ts';

const MOST_CALLS = 5;

type Pages = {
  data: { pages: { rows: unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** A call scans a limited number of rows. After several calls the user must request more. */
export function isToBeFilled(pages: { rows: unknown[] }[]): boolean {
  let [rows, calls] = [0, 0];
  for (const page of pages) {
    const isNew = rows >= PAGE_ROWS || calls === MOST_CALLS;
    rows = page.rows.length + (isNew ? 0 : rows);
    calls = isNew ? 1 : calls + 1;
  }
  return calls > 0 && calls < MOST_CALLS && rows < PAGE_ROWS;
}

/** Fetches more automatically while the last page of a list is partial. */
export function useFullPages<Query extends Pages>(query: Query): Query {
  const { data, hasNextPage, fetchNextPage } = query;
  const pages = data?.pages ?? [];
  // Read lazily: reading these query properties during render would re-render on each fetch.
  const isIdle = () => !query.isFetching && !query.isFetchNextPageError && !query.isPlaceholderData;
  // The page count identifies the next call: two quick fetches can be rendered together.
  const wanted = hasNextPage && isToBeFilled(pages) && isIdle() ? pages.length : undefined;
  useEffect(() => {
    if (wanted !== undefined) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  return query;
}

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
