import { describe, expect, it } from 'vitest';
import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhooks/rules.ts';
import { delayAfter, FOR_A_DAY, UNTIL_EXPIRED } from './retries.ts';

const HOUR_MS = 60 * 60_000;
const tries = Array.from({ length: MAX_DELIVERY_ATTEMPTS }, (_, n) => n + 1);

describe('delayAfter', () => {
  it('quadruples the delay after each failed attempt, up to six hours, and stops after about a day', () => {
    const seconds = tries.map((attempts) => {
      const delayMs = delayAfter(FOR_A_DAY, attempts, 0.5);
      return delayMs === undefined ? undefined : delayMs / 1000;
    });
    expect(seconds.slice(0, 4)).toEqual([5, 20, 80, 320]);
    expect(seconds.slice(7)).toEqual([21_600, 21_600, 21_600, undefined]);
    const wholeMs = seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0) * 1000;
    expect(wholeMs).toBeGreaterThan(24 * HOUR_MS);
    expect(wholeMs).toBeLessThan(28 * HOUR_MS);
  });

  it('doubles the delay for a link or code up to ten minutes, without an end', () => {
    const seconds = [1, 2, 3, 8, 100].map(
      (attempts) => (delayAfter(UNTIL_EXPIRED, attempts) ?? 0) / 1000,
    );
    expect(seconds).toEqual([5, 10, 20, 600, 600]);
  });

  it('varies the delay randomly by up to 20 %', () => {
    expect(delayAfter(FOR_A_DAY, 1, 0)).toBe(4000);
    expect(delayAfter(FOR_A_DAY, 1, 1)).toBe(6000);
  });
});
