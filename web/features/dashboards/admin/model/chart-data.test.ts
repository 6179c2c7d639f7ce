import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { compactRupees, shares, sumOf } from './chart-data.ts';

/** Inserts the count, like the translated texts do. */
const t = ((text: string, { count }: { count: number }) =>
  text.replace('{{count}}', String(count))) as unknown as TFunction;

describe('compactRupees', () => {
  it.each([
    [0, '₹0'],
    [50, '₹0.5'],
    [12_345, '₹123.5'],
    [99_995, '₹1K'],
    [6_000_000, '₹60K'],
    [9_999_000, '₹1L'],
    [12_345_678, '₹1.2L'],
    [999_999_999, '₹1Cr'],
    [12_345_678_900, '₹12.3Cr'],
  ])('formats %s paise as %s', (paise, text) => expect(compactRupees(t, paise)).toBe(text));
});

describe('shares', () => {
  it('returns percentages of the largest value', () =>
    expect(shares([5, 10, 0])).toEqual([50, 100, 0]));
  it('returns zeros if all values are zero', () => {
    expect(shares([0, 0])).toEqual([0, 0]);
    expect(shares([])).toEqual([]);
  });
});

it('sumOf adds the selected amounts beyond 2^53', () => {
  expect(sumOf([{ paise: 1n }, { paise: 2n ** 53n }], ({ paise }) => paise)).toBe(2n ** 53n + 1n);
});
