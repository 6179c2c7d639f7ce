import { expect, test } from 'vitest';
import { type BalanceWay, wantedBalance } from './balance-form.ts';

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
