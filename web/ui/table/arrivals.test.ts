import { expect, it } from 'vitest';
import { splitArrivals } from './arrivals.ts';

const split = (rows: string, known?: string) => {
  const { shown, waiting } = splitArrivals(
    [...rows],
    (row) => row,
    known === undefined ? undefined : new Set(known),
  );
  return [shown.join(''), waiting.join('')];
};

it.each([
  ['a new list', 'cba', undefined, 'cba', ''],
  ['a row added at the start', 'dcba', 'cba', 'cba', 'd'],
  ['a row added in the middle', 'cxba', 'cba', 'cba', 'x'],
  ['a further page', 'cba98', 'cba', 'cba98', ''],
  ['removed rows', 'ca', 'cba', 'ca', ''],
  ['a list of others', 'xyz', 'cba', 'xyz', ''],
  ['a list that was empty', 'xyz', '', 'xyz', ''],
])('splitArrivals for %s: rows %s, known %s', (_, rows, known, shown, waiting) => {
  expect(split(rows, known)).toEqual([shown, waiting]);
});
