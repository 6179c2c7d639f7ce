import { describe, expect, it } from 'vitest';
import { compactRupees, shares, sumOf } from './chart-data.ts';

describe('compactRupees', () => {
  it.each([
    [0, '₹0'],
    [50, '₹0.5'],
    [12_345, '₹123.5'],
    [12_345_678, '₹1.2L'],
  ])('of %s paise is %s', (paise, text) => expect(compactRupees(paise)).toBe(text));
});

describe('shares', () => {
  it('measures by the longest', () => expect(shares([5, 10, 0])).toEqual([50, 100, 0]));
  it('draws nothing of nothing', () => {
    expect(shares([0, 0])).toEqual([0, 0]);
    expect(shares([])).toEqual([]);
  });
});

it('sums one kind of money', () => {
  expect(sumOf([{ paise: 1 }, { paise: 2 }], ({ paise }) => paise)).toBe(3);
});
