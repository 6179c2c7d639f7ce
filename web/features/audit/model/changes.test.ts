import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes.ts';
import { auditSearch } from './filters.ts';

describe('changesBetween', () => {
  it('returns only fields that differ', () => {
    expect(
      changesBetween({ status: 'active', role: 'user' }, { status: 'inactive', role: 'user' }),
    ).toEqual([{ field: 'status', before: 'active', after: 'inactive' }]);
  });

  it('treats null, undefined and missing as equal, and compares lists by value', () => {
    expect(changesBetween(null, { amountPaise: 12_345, ids: ['a'], note: null })).toEqual([
      { field: 'amountPaise', before: undefined, after: 12_345 },
      { field: 'ids', before: undefined, after: ['a'] },
    ]);
    expect(changesBetween({ ids: ['a'] }, { ids: ['a'] })).toEqual([]);
  });

  it('accepts recorded values of any type', () => {
    expect(changesBetween('old', 'new')).toEqual([{ field: 'value', before: 'old', after: 'new' }]);
    expect(changesBetween(undefined, null)).toEqual([]);
    expect(changesBetween([1], null)).toEqual([{ field: 'value', before: [1], after: undefined }]);
  });
});

describe('auditSearch', () => {
  it('keeps valid filters and drops invalid ones', () => {
    const raw = {
      search: 12,
      action: ' users.create ',
      from: '2026-02-30',
      to: '2026-11-21',
      x: 1,
    };
    expect(auditSearch(raw)).toEqual({ search: '12', action: 'users.create', to: '2026-11-21' });
  });

  it('returns an empty object without filters', () =>
    expect(auditSearch({ search: ' ', from: 5 })).toEqual({}));
});
