import { describe, expect, it } from 'vitest';
import { MAX_DECISIONS_AT_ONCE } from '#contract/rules.ts';
import { buildAdminTransaction } from './testing.ts';
import { allOrNone, selectedOf, toggled } from './use-selection.ts';

const pending = buildAdminTransaction({ id: 'a' });
const other = buildAdminTransaction({ id: 'b' });
const decided = buildAdminTransaction({ id: 'c', status: 'approved' });

describe('toggled', () => {
  it('takes in and out', () => {
    const once = toggled(new Set(), 'a');
    expect([...once]).toEqual(['a']);
    expect([...toggled(once, 'a')]).toEqual([]);
  });
});

describe('selectedOf', () => {
  it('forgets what was decided or is gone', () => {
    expect(selectedOf([pending, other, decided], new Set(['a', 'c', 'gone']))).toEqual([pending]);
  });
});

describe('allOrNone', () => {
  it('chooses what may be decided, then nothing', () => {
    const all = allOrNone([pending, other, decided], new Set(['a']));
    expect([...all]).toEqual(['a', 'b']);
    expect([...allOrNone([pending, other, decided], all)]).toEqual([]);
  });

  it('chooses no more than can be decided at once', () => {
    const rows = Array.from({ length: MAX_DECISIONS_AT_ONCE + 1 }, (_, at) =>
      buildAdminTransaction({ id: String(at) }),
    );
    expect(allOrNone(rows, new Set()).size).toBe(MAX_DECISIONS_AT_ONCE);
  });
});
