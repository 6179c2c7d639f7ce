import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('doubles the delay with each attempt, starting at half a second', () => {
    expect([0, 1, 2].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000]);
  });

  it('limits the delay to half a minute', () => {
    expect(backoffMs(40, 1)).toBe(30_000);
  });

  it('waits at least half of the maximum delay of an attempt', () => {
    expect(backoffMs(2, 0)).toBe(1000);
  });
});
