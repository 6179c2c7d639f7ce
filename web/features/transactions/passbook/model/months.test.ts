import { expect, test } from 'vitest';
import { listMonths } from './months.ts';

test('lists the months of India, across a new year and a leap day', () => {
  // 00:30 on 1 March in India, still February elsewhere.
  const months = listMonths(new Date('2028-02-29T19:00:00Z'));
  expect(months).toEqual([
    { from: '2028-03-01', to: '2028-03-31' },
    { from: '2028-02-01', to: '2028-02-29' },
    { from: '2028-01-01', to: '2028-01-31' },
    { from: '2027-12-01', to: '2027-12-31' },
    { from: '2027-11-01', to: '2027-11-30' },
    { from: '2027-10-01', to: '2027-10-31' },
  ]);
});
