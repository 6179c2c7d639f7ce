import { expect, it } from 'vitest';
import { reconciliationSearch } from './tabs.ts';

it('keeps a tab, or a grade of the first tab, and ignores everything else', () => {
  expect(reconciliationSearch({ tab: 'waiting', grade: 'likely' })).toEqual({ tab: 'waiting' });
  expect(reconciliationSearch({ tab: 'matches', grade: 'likely' })).toEqual({ grade: 'likely' });
  expect(reconciliationSearch({ tab: 'x', grade: 'manual' })).toEqual({});
});
