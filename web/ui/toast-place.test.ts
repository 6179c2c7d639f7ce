import { expect, it } from 'vitest';
import { findToastTop } from './toast-place.ts';

const screen = { height: 70, screenHeight: 740 };
const BOTTOM_BAR = { top: 668, bottom: 740 };

it('places toasts at the preferred edge if nothing is there', () => {
  expect(findToastTop({ ...screen, occupied: [BOTTOM_BAR], from: 'top' })).toBe(4);
  expect(findToastTop({ ...screen, occupied: [], from: 'bottom' })).toBe(666);
});

it('places toasts above the bottom bar and the controls next to it', () => {
  const top = findToastTop({ ...screen, occupied: [BOTTOM_BAR], from: 'bottom' });
  expect(top + screen.height).toBeLessThanOrEqual(BOTTOM_BAR.top);
  expect(top).toBeGreaterThan(590);
  const button = { top: 600, bottom: 644 };
  const higher = findToastTop({ ...screen, occupied: [BOTTOM_BAR, button], from: 'bottom' });
  expect(higher + screen.height).toBeLessThanOrEqual(button.top);
});

it('covers as few elements as possible if there is no free place', () => {
  const rows = Array.from({ length: 74 }, (_, row) => ({ top: row * 10, bottom: row * 10 + 10 }));
  const isFree = ({ top }: { top: number }) => top < 300 || top >= 360;
  const top = findToastTop({ ...screen, occupied: rows.filter(isFree), from: 'bottom' });
  expect(top).toBeGreaterThanOrEqual(290);
  expect(top + screen.height).toBeLessThanOrEqual(370);
});

it('moves toasts only if they cover something', () => {
  const place = { ...screen, occupied: [BOTTOM_BAR], from: 'bottom' } as const;
  expect(findToastTop({ ...place, current: 300 })).toBe(300);
  expect(findToastTop({ ...place, current: 600 })).toBeLessThan(600);
});

it('keeps toasts on the screen if they are higher than it', () => {
  expect(findToastTop({ ...screen, height: 900, occupied: [], from: 'bottom' })).toBe(4);
});
