import { describe, expect, test } from 'vitest';
import {
  asksForSigns,
  describeColumns,
  findMappingProblem,
  initialMapping,
  type MappingValues,
  mapRows,
  setRole,
  toMapping,
} from './mapping.ts';

const ROWS = [
  ['Invented bank'],
  ['When', 'What', 'Out', 'In', 'Left'],
  ['13/08/2026', 'CASH', '', '500.00', '900.00'],
  [''],
  ['14/08/2026', 'FEE', '2.00', '', '898.00'],
];
const EMPTY = initialMapping({ kind: 'mapping', rows: ROWS, headingRow: 1, suggested: {} });
const FILLED: MappingValues = {
  ...EMPTY,
  roles: ['date', 'narration', 'debit', 'credit', 'balance'],
};

test('begins with the columns that the server recognized', () => {
  const suggested = { date: 0, narration: [1], balance: 4 };
  expect(initialMapping({ kind: 'mapping', rows: ROWS, headingRow: 1, suggested }).roles).toEqual([
    'date',
    'narration',
    'none',
    'none',
    'balance',
  ]);
});

test('requires the date, a text and an amount', () => {
  expect(findMappingProblem(EMPTY)).toBe('date');
  const dated = setRole(EMPTY, 0, 'date');
  expect(findMappingProblem(dated)).toBe('text');
  const withText = setRole(dated, 1, 'reference');
  expect(findMappingProblem(withText)).toBe('amount');
  expect(findMappingProblem(setRole(withText, 3, 'amount'))).toBeUndefined();
  const texts: MappingValues = { ...EMPTY, roles: ['date', ...Array(5).fill('narration')] };
  expect(findMappingProblem(texts)).toBe('tooManyTexts');
});

test('moves a meaning that one column can have, and repeats that of texts', () => {
  expect(setRole(FILLED, 2, 'date').roles).toEqual([
    'none',
    'narration',
    'date',
    'credit',
    'balance',
  ]);
  expect(setRole(FILLED, 2, 'narration').roles.slice(0, 3)).toEqual([
    'date',
    'narration',
    'narration',
  ]);
});

test('requires the signs of a single amount without a column of Dr and Cr', () => {
  expect(asksForSigns(FILLED)).toBe(false);
  expect(asksForSigns({ ...EMPTY, roles: ['date', 'narration', 'amount'] })).toBe(true);
  expect(asksForSigns({ ...EMPTY, roles: ['date', 'narration', 'amount', 'sign'] })).toBe(false);
});

test('sends only the columns that the signs use', () => {
  expect(toMapping({ ...FILLED, roles: [...FILLED.roles, 'amount'] })).toEqual({
    headingRow: 1,
    columns: { date: 0, narration: [1], reference: [], debit: 2, credit: 3, balance: 4 },
    signs: 'columns',
    dateOrder: 'dmy',
  });
});

describe('shows the first rows', () => {
  test('below the headings, with received and paid money', () => {
    expect(mapRows(ROWS, FILLED)).toEqual([
      { row: 3, date: '13/08/2026', text: 'CASH', received: '500.00', paid: '' },
      { row: 5, date: '14/08/2026', text: 'FEE', received: '', paid: '2.00' },
    ]);
  });

  test.each([
    ['suffix', '5.00', 'Cr', true],
    ['suffix', '5.00', 'DR', false],
    ['suffix', '5.00 Cr', undefined, true],
    ['suffix', '5.00Dr', undefined, false],
    ['minusDebit', '-5.00', undefined, false],
    ['minusDebit', '5.00', undefined, true],
    ['minusCredit', '(5.00)', undefined, true],
  ] as const)('with the signs %s of %s %s', (signs, amount, sign, isReceived) => {
    const roles: MappingValues['roles'] = ['date', 'amount', ...(sign ? ['sign' as const] : [])];
    const values = { ...EMPTY, headingRow: null, signs, roles };
    expect(mapRows([['1/8/26', amount, sign ?? '']], values)).toMatchObject([
      isReceived ? { received: amount, paid: '' } : { received: '', paid: amount },
    ]);
  });
});

test('describes a column by its heading and its first value', () => {
  expect(describeColumns(ROWS, FILLED).slice(2, 4)).toEqual([
    { heading: 'Out', sample: '2.00' },
    { heading: 'In', sample: '500.00' },
  ]);
});
