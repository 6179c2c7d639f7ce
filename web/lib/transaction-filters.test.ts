import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTERS, readFilters, writeFilters } from './transaction-filters.ts';

describe('passbook filters', () => {
  it('come back from the address as they went in', () => {
    const filters = {
      search: 'DEP-17',
      status: 'approved',
      type: 'deposit',
      from: '2026-11-01',
      to: '2026-11-21',
    } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  it('leave a clean address when nothing is set', () => {
    expect(writeFilters({ ...NO_FILTERS, search: '  ' })).toEqual({});
    expect(readFilters({})).toEqual(NO_FILTERS);
  });

  it('ignore what makes no sense', () => {
    const raw = { search: { a: 1 }, status: 'lost', type: 7, from: '2026-02-30', to: 'today' };
    expect(readFilters(raw)).toEqual(NO_FILTERS);
  });

  it('take a number for the text it was typed as', () => {
    expect(readFilters({ search: 123 }).search).toBe('123');
  });

  it('know whether the list is narrowed', () => {
    expect(isFiltered(NO_FILTERS)).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, to: '2026-11-21' })).toBe(true);
  });
});
