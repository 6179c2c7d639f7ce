import { describe, expect, it } from 'vitest';
import { chosenOf } from './flagged.ts';
import { buildAdminTransaction } from './testing.ts';

const plain = buildAdminTransaction({ id: 'a' });
const flagged = buildAdminTransaction({ id: 'b', warnings: [{ code: 'first' }] });
const checkedIds = new Set<string>();

describe('chosenOf', () => {
  it('excludes requests with unchecked warnings from a bulk approval', () => {
    const rows = [plain, flagged];
    expect(chosenOf({ decision: 'approved', rows, checkedIds })).toEqual([plain]);
    expect(chosenOf({ decision: 'approved', rows, checkedIds: new Set(['b']) })).toEqual(rows);
  });

  it('includes requests with warnings in a rejection and in a single approval', () => {
    expect(chosenOf({ decision: 'rejected', rows: [plain, flagged], checkedIds })).toHaveLength(2);
    expect(chosenOf({ decision: 'approved', rows: [flagged], checkedIds })).toEqual([flagged]);
  });
});
