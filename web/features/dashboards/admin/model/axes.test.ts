import { describe, expect, it } from 'vitest';
import { dayStep, moneyTicks } from './axes.ts';

describe('moneyTicks', () => {
  it.each([
    [0, [0, 100]],
    [50, [0, 100]],
    [300, [0, 100, 200, 300]],
    [401, [0, 200, 400, 600]],
    [1_875_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
    [1_125_000_001, [0, 500_000_000, 1_000_000_000, 1_500_000_000]],
  ])('returns the ticks for amounts up to %s paise', (highest, ticks) =>
    expect(moneyTicks(highest)).toEqual(ticks),
  );

  it('moneyTicks returns few ticks, exact to two digits, that reach every amount', () => {
    for (let highest = 1; highest < 1e13; highest = Math.ceil(highest * 1.37)) {
      const ticks = moneyTicks(highest);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.map((paise) => (paise / 100).toPrecision(2)).map(Number)).toEqual(
        ticks.map((paise) => paise / 100),
      );
    }
  });
});

describe('dayStep', () => {
  it('dayStep labels each day if there is room, otherwise fewer days', () => {
    expect(dayStep(40, 100)).toBe(1);
    expect(dayStep(40, 35)).toBe(3);
    expect(dayStep(40, 11)).toBe(7);
    expect(dayStep(60, 3)).toBe(45);
  });
  it('dayStep labels only the last day if there is room for one', () => {
    expect(29 % dayStep(200, 1)).toBe(29);
  });
});
