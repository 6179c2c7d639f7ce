import { describe, expect, it } from 'vitest';
import { countRows, isToBeFilled } from './full-pages.ts';

const pagesOf = (...counts: number[]) =>
  counts.map((count) => ({ rows: Array.from({ length: count }) }));

describe('pages of a search', () => {
  it('are to be filled while all calls for one found less than a page', () => {
    expect(isToBeFilled(pagesOf())).toBe(false);
    expect(isToBeFilled(pagesOf(0))).toBe(true);
    expect(isToBeFilled(pagesOf(20, 29))).toBe(true);
    expect(isToBeFilled(pagesOf(20, 30))).toBe(false);
    expect(isToBeFilled(pagesOf(50))).toBe(false);
  });

  it('are left to a person after five calls, and filled again when that person asks on', () => {
    expect(isToBeFilled(pagesOf(0, 0, 0, 0))).toBe(true);
    expect(isToBeFilled(pagesOf(0, 0, 0, 0, 0))).toBe(false);
    expect(isToBeFilled(pagesOf(0, 0, 0, 0, 0, 7))).toBe(true);
    expect(isToBeFilled(pagesOf(0, 0, 0, 0, 0, 7, 1, 1, 1, 1))).toBe(false);
    expect(isToBeFilled(pagesOf(50, 3))).toBe(true);
  });
});

describe('the count of a search', () => {
  const page = (count: number, nextCursor?: string) => ({
    rows: Array.from({ length: count }),
    nextCursor,
    total: 3,
    totalIsExact: false,
  });

  it('is what the server counted, where it could', () => {
    const exact = { ...page(50, 'older'), total: 70, totalIsExact: true };
    expect(countRows([exact, page(20)])).toEqual({ count: 70, isExact: true });
    expect(countRows([])).toEqual({ count: 0, isExact: true });
  });

  it('is at least the rows that came, and exactly those when there are no more', () => {
    expect(countRows([page(0, 'older')])).toEqual({ count: 3, isExact: false });
    expect(countRows([page(3, 'older'), page(4, 'older')])).toEqual({ count: 7, isExact: false });
    expect(countRows([page(0, 'older'), page(2)])).toEqual({ count: 2, isExact: true });
  });
});
