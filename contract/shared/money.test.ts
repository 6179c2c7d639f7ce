import { describe, expect, test } from 'vitest';
import { formatRupees, parseRupees, toDecimal, toPaise } from './money.ts';

describe('parseRupees', () => {
  test.each([
    ['0', 0],
    ['0.01', 1],
    ['1', 100],
    ['1.5', 150],
    ['1.', 100],
    ['007.50', 750],
    [' 1234.56 ', 123_456],
    ['1,23,456.78', 12_345_678],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    // Values that floats cannot represent exactly: parseRupees reads them digit by digit.
    ['1.10', 110],
    ['4.35', 435],
    ['1.005', undefined],
  ])('parses %j as %j paise', (typed, paise) => {
    expect(parseRupees(typed)).toBe(paise);
  });

  test.each([
    ['', 'nothing'],
    ['   ', 'blanks'],
    ['1e3', 'an exponent'],
    ['-1', 'a minus sign'],
    ['+1', 'a plus sign'],
    ['0.001', 'a third decimal'],
    ['.5', 'no rupees'],
    ['.', 'a dot alone'],
    ['1.2.3', 'two dots'],
    ['1 000', 'a blank inside'],
    [',1', 'a leading comma'],
    ['1,', 'a trailing comma'],
    ['₹5', 'a symbol'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['null', 'a word'],
    ['0x10', 'hexadecimal'],
    ['१२३', 'Devanagari digits'],
    ['１２３', 'full-width digits'],
    ['1\u0000', 'a NUL'],
    ['9'.repeat(400), '400 digits'],
    ['90071992547409.92', '2^53 paise'],
    ['999999999999999', 'more than 2^53 paise'],
  ])('rejects %j: %s', (typed) => {
    expect(parseRupees(typed)).toBeUndefined();
  });
});

test('toPaise throws RangeError unless the value is a safe integer', () => {
  for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => toPaise(value)).toThrow(RangeError);
  }
});

test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [99_999, '₹999.99'],
  [123_450, '₹1,234.50'],
  [12_345_678, '₹1,23,456.78'],
  [1_234_567_890, '₹1,23,45,678.90'],
  [-50, '-₹0.50'],
  [-12_345_678, '-₹1,23,456.78'],
  [Number.MAX_SAFE_INTEGER, '₹9,00,71,99,25,47,409.91'],
  [2n * BigInt(Number.MAX_SAFE_INTEGER), '₹18,01,43,98,50,94,819.82'],
  [-5n, '-₹0.05'],
])('formatRupees formats %s paise as %s', (paise, text) => {
  expect(formatRupees(paise)).toBe(text);
});

test('toDecimal returns text that parseRupees reads back', () => {
  for (const paise of [0, 1, 99, 100, 123_450, Number.MAX_SAFE_INTEGER]) {
    expect(parseRupees(toDecimal(paise))).toBe(paise);
  }
});
