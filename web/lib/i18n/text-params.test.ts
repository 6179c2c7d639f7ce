import { expect, it } from 'vitest';
import { textParams } from './text-params.ts';

it('formats parameters that end in Paise as amounts and leaves the others unchanged', () => {
  expect(textParams({ amountPaise: 12_345_678, reason: 'blurred', count: 2 })).toEqual({
    amountPaise: '₹1,23,456.78',
    reason: 'blurred',
    count: 2,
  });
});
