import { describe, expect, it } from 'vitest';
import {
  adminTransactionAddress,
  isFiltered,
  NO_FILTERS,
  readFilters,
  transactionSearch,
  writeFilters,
} from './transaction-filters.ts';

describe('passbook filters', () => {
  it('readFilters returns the filters that writeFilters wrote', () => {
    const filters = {
      search: 'DEP-17',
      status: 'approved',
      type: 'deposit',
      from: '2026-11-01',
      to: '2026-11-21',
    } as const;
    expect(readFilters(writeFilters(filters))).toEqual(filters);
  });

  it('writeFilters returns no parameters for default filters', () => {
    expect(writeFilters({ ...NO_FILTERS, search: '  ' })).toEqual({});
    expect(readFilters({})).toEqual(NO_FILTERS);
  });

  it('readFilters ignores invalid values', () => {
    const raw = { search: { a: 1 }, status: 'lost', type: 7, from: '2026-02-30', to: 'today' };
    expect(readFilters(raw)).toEqual(NO_FILTERS);
  });

  it('readFilters accepts a number as search text', () => {
    expect(readFilters({ search: 123 }).search).toBe('123');
  });

  it('the filters of administrators have an account state, which a passbook ignores', () => {
    const raw = { status: 'approved', account: 'deleted' };
    expect(transactionSearch(raw)).toEqual(raw);
    expect(writeFilters(readFilters(raw))).toEqual({ status: 'approved' });
    expect(transactionSearch({ account: 'lost' })).toEqual({});
    expect(adminTransactionAddress.read({}).account).toBe('all');
  });

  it('isFiltered returns whether any filter is set', () => {
    expect(isFiltered(NO_FILTERS)).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, to: '2026-11-21' })).toBe(true);
  });
});
