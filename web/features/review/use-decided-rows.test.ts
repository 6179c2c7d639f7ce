import { describe, expect, it } from 'vitest';
import { buildAdminTransaction } from './testing.ts';
import { mergeDecided, withRow } from './use-decided-rows.ts';

const newest = buildAdminTransaction({ id: 'c', createdAt: new Date('2026-11-21T10:00:00Z') });
const middle = buildAdminTransaction({ id: 'b', createdAt: new Date('2026-11-21T09:00:00Z') });
const oldest = buildAdminTransaction({ id: 'a', createdAt: new Date('2026-11-21T08:00:00Z') });

describe('mergeDecided', () => {
  const approved = { ...middle, status: 'approved' as const };

  it('leaves the list alone when nothing was decided', () => {
    const pending = [newest, oldest];
    expect(mergeDecided({ pending, decided: [], kept: [] })).toBe(pending);
  });

  it('puts back, where it stood, a lingering row that the server no longer lists', () => {
    const merged = mergeDecided({
      pending: [newest, oldest],
      decided: [approved],
      kept: [approved.id],
    });
    expect(merged).toEqual([newest, approved, oldest]);
  });

  it('drops a decided row once it no longer lingers', () => {
    const merged = mergeDecided({ pending: [newest], decided: [approved], kept: [] });
    expect(merged).toEqual([newest]);
  });

  it('shows a row as decided for as long as the list still has it as pending', () => {
    const pending = [newest, middle, oldest];
    const merged = mergeDecided({ pending, decided: [approved], kept: [] });
    expect(merged).toEqual([newest, approved, oldest]);
  });

  it('orders rows of one moment by id, newest id first', () => {
    const twin = { ...newest, id: buildAdminTransaction({ id: 'd' }).id };
    const merged = mergeDecided({ pending: [newest], decided: [twin], kept: [twin.id] });
    expect(merged.map(({ id }) => id)).toEqual(['d', 'c']);
  });
});

describe('withRow', () => {
  it('replaces what was known of the row', () => {
    const guessed = { ...middle, status: 'approved' as const };
    const known = { ...guessed, decidedBy: 'asha' };
    expect(withRow([guessed, newest], known)).toEqual([newest, known]);
  });

  it('does not take a decision back for an older answer that still says pending', () => {
    const approved = { ...middle, status: 'approved' as const };
    expect(withRow([approved], middle)).toEqual([approved]);
  });

  it('does not forget who decided', () => {
    const guessed = { ...middle, status: 'approved' as const };
    const known = { ...guessed, decidedBy: 'asha' };
    expect(withRow([known], guessed)).toEqual([known]);
  });
});
