import { describe, expect, it } from 'vitest';
import { countRows, isToBeFilled } from './full-pages.ts';

const pagesOf = (...counts: number[]) =>
  counts.map((count) => ({ rows: Array.from({ length: count }) }));

describe('isToBeFilled', () => {
  it('returns true while the calls for a page found fewer rows than a page', () => {
    expect(isToBeFilled(pagesOf())).toBe(false);
    expect(isToBeFilled(pagesOf(0))).toBe(true);
    expect(isToBeFilled(pagesOf(20, 29))).toBe(true);
    expect(isToBeFilled(pagesOf(20, 30))).toBe(false);
    expect(isToBeFilled(pagesOf(50))).toBe(false);
  });

  it('returns false after five calls, and true again after the user requests more', () => {
    expect(isToBeFilled(pagesOf(0, 0, 0, 0))).toBe(true);
    expect(isToBeFilled(pagesOf(0, 0, 0, 0, 0))).toBe(false);
    expect(isToBeFilled(pagesOf(0, 0, 0, 0, 0, 7))).toBe(true);
    expect(isToBeFilled(pagesOf(0, 0, 0, 0, 0, 7, 1, 1, 1, 1))).toBe(false);
    expect(isToBeFilled(pagesOf(50, 3))).toBe(true);
  });
});

describe('countRows', () => {
  const page = (count: number, nextCursor?: string) => ({
    rows: Array.from({ length: count }),
    nextCursor,
    total: 3,
    totalIsExact: false,
  });

  it('returns the exact count if the server provides one', () => {
    const exact = { ...page(50, 'older'), total: 70, totalIsExact: true };
    expect(countRows([exact, page(20)])).toEqual({ count: 70, isExact: true });
    expect(countRows([])).toEqual({ count: 0, isExact: true });
  });

  it('returns at least the number of fetched rows, and exactly that number after the last page', () => {
    expect(countRows([page(0, 'older')])).toEqual({ count: 3, isExact: false });
    expect(countRows([page(3, 'older'), page(4, 'older')])).toEqual({ count: 7, isExact: false });
    expect(countRows([page(0, 'older'), page(2)])).toEqual({ count: 2, isExact: true });
  });
});
