import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCoalescer } from './coalesce.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('runs once for many calls with the same key, even if calls continue', () => {
  const coalescer = createCoalescer();
  const act = vi.fn();
  for (let call = 0; call < 10; call += 1) {
    coalescer.run('list', 500, act);
    vi.advanceTimersByTime(100);
  }
  expect(act).toHaveBeenCalledTimes(2);
});

it('runs separately for each key and drops calls when cancelled', () => {
  const coalescer = createCoalescer();
  const list = vi.fn();
  const counts = vi.fn();
  coalescer.run('list', 50, list);
  coalescer.run('counts', 500, counts);
  vi.advanceTimersByTime(50);
  coalescer.cancel();
  vi.advanceTimersByTime(1000);
  expect(list).toHaveBeenCalledOnce();
  expect(counts).not.toHaveBeenCalled();
});
