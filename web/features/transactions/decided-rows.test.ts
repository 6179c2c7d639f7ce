import { describe, expect, it } from 'vitest';
import { mergeDecided, withRow } from './decided-rows.ts';
import { buildAdminTransaction } from './testing.ts';

const newest = buildAdminTransaction({ id: 'c', createdAt: new Date('2026-11-21T10:00:00Z') });
const middle = buildAdminTransaction({ id: 'b', createdAt: new Date('2026-11-21T09:00:00Z') });
const oldest = buildAdminTransaction({ id: 'a', createdAt: new Date('2026-11-21T08:00:00Z') });

describe('mergeDecided', () => {
  it('leaves the list alone when nothing was decided', () => {
    const rows = [newest, oldest];
    expect(mergeDecided(rows, [])).toBe(rows);
  });

  it('puts back, where it stood, a decided row that the server no longer lists as pending', () => {
    const approved = { ...middle, status: 'approved' as const };
    expect(mergeDecided([newest, oldest], [approved])).toEqual([newest, approved, oldest]);
  });

  it('shows a row as decided while the list still has it as pending', () => {
    const rejected = { ...middle, status: 'rejected' as const };
    expect(mergeDecided([newest, middle, oldest], [rejected])).toEqual([newest, rejected, oldest]);
  });

  it('orders rows of one moment by id, newest id first', () => {
    const twin = { ...newest, id: buildAdminTransaction({ id: 'd' }).id };
    expect(mergeDecided([newest], [twin]).map(({ id }) => id)).toEqual(['d', 'c']);
  });
});

describe('withRow', () => {
  it('replaces what was known of the row', () => {
    const guessed = { ...middle, status: 'approved' as const };
    const known = { ...guessed, decidedBy: 'asha' };
    expect(withRow([guessed, newest], known)).toEqual([newest, known]);
  });
});
