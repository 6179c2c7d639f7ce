import { describe, expect, it } from 'vitest';
import { FIRST_SLIDE, fitTo, jump, step, swipeDirection } from './carousel.ts';

describe('step', () => {
  it('wraps around at both ends', () => {
    const last = step(FIRST_SLIDE, 'back', 3);
    expect(last).toEqual({ index: 2, leaving: 0, direction: 'back' });
    expect(step(last, 'forward', 3)).toEqual({ index: 0, leaving: 2, direction: 'forward' });
  });

  it('stays on a single slide', () => {
    expect(step(FIRST_SLIDE, 'forward', 1)).toBe(FIRST_SLIDE);
  });
});

describe('jump', () => {
  it('moves in the direction of the target slide', () => {
    const second = jump(FIRST_SLIDE, 1);
    expect(second).toEqual({ index: 1, leaving: 0, direction: 'forward' });
    expect(jump(second, 0).direction).toBe('back');
    expect(jump(second, 1)).toBe(second);
  });
});

it('returns to the first slide if the current one was removed', () => {
  expect(fitTo({ index: 2, leaving: 1, direction: 'forward' }, 2)).toBe(FIRST_SLIDE);
  expect(fitTo({ index: 1, direction: 'forward' }, 2).index).toBe(1);
});

describe('swipeDirection', () => {
  it.each([
    [-60, 5, 'forward'],
    [60, -5, 'back'],
    [-49, 0, undefined],
    [-60, 80, undefined],
  ])('returns for a swipe of (%i, %i) %s', (dx, dy, direction) => {
    expect(swipeDirection(dx, dy)).toBe(direction);
  });
});
