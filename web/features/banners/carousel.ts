export type Direction = 'forward' | 'back';

/** Which slide is shown, which one is leaving, and the way they move. */
export type CarouselState = {
  index: number;
  leaving?: number;
  direction: Direction;
};

export const FIRST_SLIDE: CarouselState = { index: 0, direction: 'forward' };

/** How far a finger must travel sideways to turn the page, in CSS pixels. */
const SWIPE_PX = 50;

/** The slide after or before the current one of `count`; past either end it starts over. */
export function step(state: CarouselState, direction: Direction, count: number): CarouselState {
  if (count < 2) return state;
  const by = direction === 'forward' ? 1 : -1;
  return { index: (state.index + by + count) % count, leaving: state.index, direction };
}

/** A chosen slide, moving the way it lies. */
export function jump(state: CarouselState, index: number): CarouselState {
  if (index === state.index) return state;
  return { index, leaving: state.index, direction: index > state.index ? 'forward' : 'back' };
}

/** The state for a list that may have become shorter meanwhile. */
export function fitTo(state: CarouselState, count: number): CarouselState {
  return state.index < count ? state : FIRST_SLIDE;
}

/** Where a swipe of `(dx, dy)` pixels leads; undefined for a tap or a scroll of the page. */
export function swipeDirection(dx: number, dy: number): Direction | undefined {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) <= Math.abs(dy)) return undefined;
  return dx < 0 ? 'forward' : 'back';
}
