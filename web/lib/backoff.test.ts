import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('doubles from half a second', () => {
    expect([0, 1, 2].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1000, 2000]);
  });

  it('never waits longer than half a minute', () => {
    expect(backoffMs(40, 1)).toBe(30_000);
  });

  it('spreads over the later half of its time', () => {
    expect(backoffMs(2, 0)).toBe(1000);
  });
});
