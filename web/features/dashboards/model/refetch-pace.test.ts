import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefetchPace, mayRetry, retryDelayMs } from './refetch-pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function buildPace() {
  const act = vi.fn();
  return { act, pace: createRefetchPace({ debounceMs: 1000, gapMs: 1000, act }) };
}

describe('createRefetchPace', () => {
  it('debounces calls: acts once, a second after the last of many', () => {
    const { act, pace } = buildPace();
    for (let call = 0; call < 5; call += 1) {
      pace.ask();
      vi.advanceTimersByTime(900);
    }
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(act).toHaveBeenCalledOnce();
  });

  it('waits at least a second between two fetches', { tags: 'section-9' }, () => {
    const { act, pace } = buildPace();
    pace.ask();
    vi.advanceTimersByTime(900);
    pace.noteFetch();
    vi.advanceTimersByTime(999);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
  });

  it('drops pending calls when stopped', () => {
    const { act, pace } = buildPace();
    pace.ask();
    pace.stop();
    vi.advanceTimersByTime(5000);
    expect(act).not.toHaveBeenCalled();
  });
});

describe('mayRetry and retryDelayMs', () => {
  it('makes three attempts, with delays of one and two seconds', { tags: 'section-9' }, () => {
    expect([0, 1, 2].map(mayRetry)).toEqual([true, true, false]);
    expect([0, 1].map(retryDelayMs)).toEqual([1000, 2000]);
  });
});
