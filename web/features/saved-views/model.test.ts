import { expect, test } from 'vitest';
import { isSameSearch, toViewSearch } from './model.ts';

test('toViewSearch returns only filters that are set, as strings', () => {
  expect(toViewSearch({ search: 123, status: 'pending', from: undefined, to: '' })).toEqual({
    search: '123',
    status: 'pending',
  });
});

test.each([
  [{ a: '1', b: '2' }, { b: '2', a: 1 }, true],
  [{ a: '1', b: undefined }, { a: '1' }, true],
  [{ a: '1' }, { a: '2' }, false],
  [{ a: '1' }, { a: '1', b: '2' }, false],
])('isSameSearch(%j, %j) is %s', (one, other, expected) => {
  expect(isSameSearch(one, other)).toBe(expected);
});
