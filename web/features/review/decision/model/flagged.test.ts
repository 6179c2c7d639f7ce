import { describe, expect, it } from 'vitest';
import { chosenOf } from './flagged.ts';
import { buildAdminTransaction } from './testing.ts';

const plain = buildAdminTransaction({ id: 'a', warnings: [{ code: 'first' }] });
const flagged = buildAdminTransaction({ id: 'b', warnings: [{ code: 'holderDiffers' }] });
const rows = [plain, flagged];

describe('chosenOf', () => {
  it('excludes requests to look at from an approval of many, and no others', () => {
    expect(chosenOf({ decision: 'approved', rows })).toEqual([plain]);
  });

  it('includes requests with warnings in a rejection and in a single approval', () => {
    expect(chosenOf({ decision: 'rejected', rows })).toEqual(rows);
    expect(chosenOf({ decision: 'approved', rows: [flagged] })).toEqual([flagged]);
  });
});
