import { describe, expect, it } from 'vitest';
import { createFailureToasts, isAbort } from './failure-toasts.ts';

describe('failure toasts', () => {
  it('come at least five seconds apart', { tags: 'section-8' }, () => {
    const toasts = createFailureToasts();
    expect([0, 4999, 5000].map((now) => toasts.mayShow(now))).toEqual([true, false, true]);
  });

  it('stop after three, until ten seconds have passed without one', { tags: 'section-8' }, () => {
    const toasts = createFailureToasts();
    const times = [0, 5000, 10_000, 15_000, 19_999, 20_000];
    expect(times.map((now) => toasts.mayShow(now))).toEqual([true, true, true, false, false, true]);
  });
});

describe('isAbort', () => {
  it('knows a fetch that was given up', { tags: 'section-8' }, () => {
    expect(isAbort(new DOMException('Given up', 'AbortError'))).toBe(true);
  });

  it('takes anything else for a failure', () => {
    expect(isAbort(new TypeError('Failed to fetch'))).toBe(false);
    expect(isAbort(undefined)).toBe(false);
  });
});
