import { describe, expect, it } from 'vitest';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import { buildAdminTransaction } from '../../decision/model/testing.ts';
import { allOrNone, selectedOf, toggled } from './use-selection.ts';

const pending = buildAdminTransaction({ id: 'a' });
const other = buildAdminTransaction({ id: 'b' });
const decided = buildAdminTransaction({ id: 'c', status: 'approved' });

describe('toggled', () => {
  it('adds an id, and removes it again', () => {
    const once = toggled(new Set(), 'a');
    expect([...once]).toEqual(['a']);
    expect([...toggled(once, 'a')]).toEqual([]);
  });
});

describe('selectedOf', () => {
  it('drops requests that were decided or removed', () => {
    expect(selectedOf([pending, other, decided], new Set(['a', 'c', 'gone']))).toEqual([pending]);
  });
});

describe('allOrNone', () => {
  it('selects all pending requests, then none', () => {
    const all = allOrNone([pending, other, decided], new Set(['a']));
    expect([...all]).toEqual(['a', 'b']);
    expect([...allOrNone([pending, other, decided], all)]).toEqual([]);
  });

  it('selects no more than the maximum of a bulk decision', () => {
    const rows = Array.from({ length: MAX_DECISIONS_AT_ONCE + 1 }, (_, at) =>
      buildAdminTransaction({ id: String(at) }),
    );
    expect(allOrNone(rows, new Set()).size).toBe(MAX_DECISIONS_AT_ONCE);
  });
});
