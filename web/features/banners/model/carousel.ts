export type Direction = 'forward' | 'back';

/** The current slide, the slide that is leaving, and the direction of the transition. */
export type CarouselState = {
  index: number;
  leaving?: number;
  direction: Direction;
};

export const FIRST_SLIDE: CarouselState = { index: 0, direction: 'forward' };

/** Minimum horizontal distance of a swipe, in CSS pixels. */
const SWIPE_PX = 50;

/** Returns the state after a step to the next or previous of `count` slides, wrapping around. */
export function step(state: CarouselState, direction: Direction, count: number): CarouselState {
  if (count < 2) return state;
  const by = direction === 'forward' ? 1 : -1;
  return { index: (state.index + by + count) % count, leaving: state.index, direction };
}

/** Returns the state after a jump to a slide. */
export function jump(state: CarouselState, index: number): CarouselState {
  if (index === state.index) return state;
  return { index, leaving: state.index, direction: index > state.index ? 'forward' : 'back' };
}

/** Adjusts the state to a list that may have become shorter. */
export function fitTo(state: CarouselState, count: number): CarouselState {
  return state.index < count ? state : FIRST_SLIDE;
}

/** Returns the direction of a swipe of `(dx, dy)` pixels; undefined for a tap or a scroll. */
export function swipeDirection(dx: number, dy: number): Direction | undefined {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) <= Math.abs(dy)) return undefined;
  return dx < 0 ? 'forward' : 'back';
}
