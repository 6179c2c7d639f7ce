import { useMediaQuery } from '@mantine/hooks';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import {
  type Direction,
  FIRST_SLIDE,
  fitTo,
  jump,
  step,
  swipeDirection,
} from '../model/carousel.ts';

/** Rotates `count` slides automatically, except on hover or focus, when paused, or with reduced motion. */
export function useCarousel(count: number, slideSeconds: number) {
  const [kept, setState] = useState(FIRST_SLIDE);
  const [isHeld, setIsHeld] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const prefersStillness = useMediaQuery('(prefers-reduced-motion: reduce)', false, {
    getInitialValueInEffect: false,
  });
  const state = fitTo(kept, count);
  const go = (direction: Direction) => setState(step(state, direction, count));
  const isTurning = count > 1 && !isHeld && !isPaused && !prefersStillness;

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts the timer on every slide change.
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(
      () => setState((before) => step(fitTo(before, count), 'forward', count)),
      slideSeconds * 1000,
    );
    return () => clearTimeout(timer);
  }, [isTurning, count, slideSeconds, state.index]);

  return {
    state,
    isTurning,
    isPaused,
    canTurn: count > 1 && !prefersStillness,
    togglePause: () => setIsPaused((paused) => !paused),
    hold: () => setIsHeld(true),
    release: () => setIsHeld(false),
    go,
    jumpTo: (index: number) => setState(jump(state, index)),
  };
}

/** Returns handlers that call `onSwipe` on a horizontal swipe and suppress the click on a link below. */
export function useSwipe(onSwipe: (direction: Direction) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const swiped = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = { x: event.clientX, y: event.clientY };
      swiped.current = false;
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return;
      const { x, y } = start.current;
      start.current = undefined;
      const direction = swipeDirection(event.clientX - x, event.clientY - y);
      if (!direction) return;
      swiped.current = true;
      onSwipe(direction);
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
    onClickCapture: (event: { preventDefault: () => void }) => {
      if (swiped.current) event.preventDefault();
      swiped.current = false;
    },
  };
}
