import { expect, it } from 'vitest';
import { findToastTop } from './toast-place.ts';

const toasts = { height: 70, screen: { top: 0, bottom: 740 } };
const BOTTOM_BAR = { top: 668, bottom: 740 };

it('places toasts at the preferred edge if nothing is there', () => {
  expect(findToastTop({ ...toasts, occupied: [BOTTOM_BAR], from: 'top' })).toBe(4);
  expect(findToastTop({ ...toasts, occupied: [], from: 'bottom' })).toBe(666);
});

it('places toasts above the bottom bar and the controls next to it', () => {
  const top = findToastTop({ ...toasts, occupied: [BOTTOM_BAR], from: 'bottom' });
  expect(top + toasts.height).toBeLessThanOrEqual(BOTTOM_BAR.top);
  expect(top).toBeGreaterThan(590);
  const button = { top: 600, bottom: 644 };
  const higher = findToastTop({ ...toasts, occupied: [BOTTOM_BAR, button], from: 'bottom' });
  expect(higher + toasts.height).toBeLessThanOrEqual(button.top);
});

it('covers as few elements as possible if there is no free place', () => {
  const rows = Array.from({ length: 74 }, (_, row) => ({ top: row * 10, bottom: row * 10 + 10 }));
  const isFree = ({ top }: { top: number }) => top < 300 || top >= 360;
  const top = findToastTop({ ...toasts, occupied: rows.filter(isFree), from: 'bottom' });
  expect(top).toBeGreaterThanOrEqual(290);
  expect(top + toasts.height).toBeLessThanOrEqual(370);
});

it('moves toasts only if they cover something', () => {
  const place = { ...toasts, occupied: [BOTTOM_BAR], from: 'bottom' } as const;
  expect(findToastTop({ ...place, current: 300 })).toBe(300);
  expect(findToastTop({ ...place, current: 600 })).toBeLessThan(600);
});

it('keeps toasts on the screen if they are higher than it', () => {
  expect(findToastTop({ ...toasts, height: 900, occupied: [], from: 'bottom' })).toBe(4);
});

it('covers controls rather than headings and amounts', () => {
  const amounts = Array.from({ length: 11 }, (_, row) => {
    return { top: row * 60, bottom: row * 60 + 20, isKept: true };
  });
  const top = findToastTop({ ...toasts, occupied: [...amounts, BOTTOM_BAR], from: 'bottom' });
  expect(top).toBeGreaterThanOrEqual(600);
});

it('places toasts above a keyboard', () => {
  const screen = { top: 80, bottom: 420 };
  expect(findToastTop({ ...toasts, screen, occupied: [], from: 'bottom' })).toBe(346);
  expect(findToastTop({ ...toasts, screen, occupied: [], from: 'top' })).toBe(84);
  expect(
    findToastTop({ ...toasts, screen, occupied: [], from: 'bottom', current: 600 }),
    'toasts that a keyboard would hide',
  ).toBe(346);
});
