import { describe, expect, it } from 'vitest';
import { inOrder, moveTo } from './order.ts';

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).join('');

describe('moveTo', () => {
  it.each([
    ['a', 1, 'bacd'],
    ['c', 1, 'acbd'],
    ['a', 3, 'bcda'],
    ['d', 0, 'dabc'],
    ['b', 1, 'abcd'],
    ['b', -1, 'bacd'],
    ['b', 9, 'acdb'],
    ['x', 0, 'abcd'],
  ])('moves %s to index %d', (id, place, order) => {
    expect(idsOf(moveTo(items, id, place))).toBe(order);
  });
});

describe('inOrder', () => {
  it('sorts by the given ids', () =>
    expect(idsOf(inOrder(items, ['d', 'b', 'a', 'c']))).toBe('dbac'));

  it('appends items that are not in the ids and ignores ids of removed items', () => {
    expect(idsOf(inOrder(items, ['x', 'd', 'b']))).toBe('dbac');
  });
});
