import { describe, expect, it } from 'vitest';
import { buildAdminTransaction } from '../model/testing.ts';
import { mergeDecided, withDecided } from './use-decided-rows.ts';

const newest = buildAdminTransaction({ id: 'c', createdAt: new Date('2026-11-21T10:00:00Z') });
const middle = buildAdminTransaction({ id: 'b', createdAt: new Date('2026-11-21T09:00:00Z') });
const oldest = buildAdminTransaction({ id: 'a', createdAt: new Date('2026-11-21T08:00:00Z') });

describe('mergeDecided', () => {
  const approved = { ...middle, status: 'approved' as const };

  it('returns the list unchanged if nothing was decided', () => {
    const pending = [newest, oldest];
    expect(mergeDecided({ pending, decided: [], kept: [] })).toBe(pending);
  });

  it('inserts a kept row at its old position when the server no longer lists it', () => {
    const merged = mergeDecided({
      pending: [newest, oldest],
      decided: [approved],
      kept: [approved.id],
    });
    expect(merged).toEqual([newest, approved, oldest]);
  });

  it('removes a decided row once it is no longer kept', () => {
    const merged = mergeDecided({ pending: [newest], decided: [approved], kept: [] });
    expect(merged).toEqual([newest]);
  });

  it('shows a row as decided while the list still has it as pending', () => {
    const pending = [newest, middle, oldest];
    const merged = mergeDecided({ pending, decided: [approved], kept: [] });
    expect(merged).toEqual([newest, approved, oldest]);
  });

  it('orders rows with equal times by id, newest id first', () => {
    const twin = { ...newest, id: buildAdminTransaction({ id: 'd' }).id };
    const merged = mergeDecided({ pending: [newest], decided: [twin], kept: [twin.id] });
    expect(merged.map(({ id }) => id)).toEqual(['d', 'c']);
  });
});

describe('withDecided', () => {
  it('replaces an older state of the row', () => {
    const guessed = { ...middle, status: 'approved' as const };
    const known = { ...guessed, decidedBy: 'asha' };
    expect(withDecided([guessed, newest], known)).toEqual([newest, known]);
  });

  it('keeps the decision when an older response still has the row as pending', () => {
    const approved = { ...middle, status: 'approved' as const };
    expect(withDecided([approved], middle)).toEqual([approved]);
  });

  it('keeps the name of the reviewer', () => {
    const guessed = { ...middle, status: 'approved' as const };
    const known = { ...guessed, decidedBy: 'asha' };
    expect(withDecided([known], guessed)).toEqual([known]);
  });
});
