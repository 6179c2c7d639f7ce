import { describe, expect, it } from 'vitest';
import { createFailureToasts, isAbort } from './failure-toasts.ts';

describe('createFailureToasts', () => {
  it('allows toasts at least five seconds apart', { tags: 'section-8' }, () => {
    const toasts = createFailureToasts();
    expect([0, 4999, 5000].map((now) => toasts.mayShow(now))).toEqual([true, false, true]);
  });

  it('allows three toasts, then none until ten seconds have passed without one', {
    tags: 'section-8',
  }, () => {
    const toasts = createFailureToasts();
    const times = [0, 5000, 10_000, 15_000, 19_999, 20_000];
    expect(times.map((now) => toasts.mayShow(now))).toEqual([true, true, true, false, false, true]);
  });
});

describe('isAbort', () => {
  it('recognizes an aborted fetch', { tags: 'section-8' }, () => {
    expect(isAbort(new DOMException('Given up', 'AbortError'))).toBe(true);
  });

  it('returns false for other errors', () => {
    expect(isAbort(new TypeError('Failed to fetch'))).toBe(false);
    expect(isAbort(undefined)).toBe(false);
  });
});
