import { type TouchEvent, useRef } from 'react';

const FAR_PX = 80;
const STEEP_PX = 40;

/** Returns handlers for horizontal swipes over an element. Ignores swipes that move a zoomed image, and those in a dialog. */
export function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const onTouchStart = ({ touches, target, currentTarget }: TouchEvent) => {
    const finger = touches.item(0);
    const isOther =
      target instanceof Element &&
      (target.closest('[data-zoomed]') !== null || !currentTarget.contains(target));
    start.current =
      touches.length === 1 && finger && !isOther
        ? { x: finger.clientX, y: finger.clientY }
        : undefined;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const finger = changedTouches.item(0);
    if (!start.current || !finger) return;
    const [across, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y];
    if (Math.abs(across) < FAR_PX || Math.abs(down) > STEEP_PX) return;
    if (across < 0) onLeft();
    else onRight();
  };
  return { onTouchStart, onTouchEnd };
}
