import { expect, test } from 'vitest';
import { type BalanceWay, limitError, wantedBalance } from './balance-form.ts';

test.each<[BalanceWay, string, number | undefined]>([
  ['set', '25.5', 2550],
  ['set', '0', 0],
  ['add', '0.01', 10_001],
  ['add', '1,500', 160_000],
  ['add', String(Number.MAX_SAFE_INTEGER / 100), undefined],
  ['subtract', '100', 0],
  ['subtract', '100.01', undefined],
  ['set', '', undefined],
  ['add', '1.999', undefined],
  ['subtract', '-5', undefined],
])('wantedBalance from ₹100 with %s %j is %s paise', (way, amount, wanted) => {
  expect(wantedBalance({ way, amount }, 10_000)).toBe(wanted);
});

test.each<[number, string | undefined]>([
  [50_000, undefined],
  [-50_000, undefined],
  [-50_001, 'ADJUSTMENT_DAY_LIMIT'],
  [80_000, 'ADJUSTMENT_DAY_LIMIT'],
  [80_001, 'ADJUSTMENT_ABOVE_MAXIMUM'],
])('limitError of a change of %i paise is %s', (differencePaise, code) => {
  const limits = { maximumPaise: 80_000, dayPaise: 90_000, remainingPaise: 50_000 };
  expect(limitError(differencePaise, limits)?.code).toBe(code);
  expect(limitError(differencePaise, undefined)).toBeUndefined();
});
