import { expect, test } from 'vitest';
import { before, NEWEST } from './cursor.ts';
import { termValues } from './search.ts';

test('the end of a term is looked up, in whole letters, and the whole is checked', () => {
  expect(termValues('DEP-1762300980060')).toEqual(['%00980060%', 'dep-1762300980060']);
  expect(termValues('100%')).toEqual(['%100\\%%', '100%']);
  expect(termValues('👩🏽ಆಶಾ rao')).toEqual(['%🏽ಆಶಾ rao%', '👩🏽ಆಶಾ rao']);
});

test('a page starts from the nearer of its position and the end of its days', () => {
  const position = {
    at: new Date('2026-11-21T10:00:00Z'),
    id: 'f0000000-0000-7000-8000-000000000000',
  };
  expect(before('infinity', position)).toBe(position);
  expect(before('2026-11-22T00:00:00Z', position)).toBe(position);
  const day = '2026-11-21T00:00:00Z';
  const start = { at: day, id: '00000000-0000-0000-0000-000000000000' };
  expect(before(day, position)).toEqual(start);
  expect(before(day, NEWEST)).toEqual(start);
  expect(before('-infinity', position)).toEqual({ ...start, at: '-infinity' });
});
