import { describe, expect, test } from 'vitest';
import { changeView, FITTED, fitPicture, MAX_SCALE } from './use-zoom.ts';

const centre = { x: 0, y: 0 };
const whole = { width: 1, height: 1 };

describe('fitPicture', () => {
  const frame = { width: 400, height: 200 };
  test.each([
    ['a tall picture', { width: 100, height: 200 }, false, { width: 0.25, height: 1 }],
    ['a tall picture on its side', { width: 100, height: 200 }, true, { width: 1, height: 1 }],
    ['a picture that has not loaded', { width: 0, height: 0 }, false, whole],
  ])('fits %s into its frame', (_, picture, isSideways, fitted) =>
    expect(fitPicture(picture, frame, isSideways)).toEqual(fitted),
  );
});

describe('changeView', () => {
  test('keeps the point under the pointer in its place', () => {
    const pointer = { x: 0.25, y: -0.5 };
    const view = changeView(FITTED, { factor: 2, from: pointer, to: pointer }, whole);
    expect(view).toEqual({ scale: 2, x: -0.25, y: 0.5 });
    expect(changeView(view, { factor: 0.5, from: pointer, to: pointer }, whole)).toEqual(FITTED);
  });

  test.each([
    ['the largest scale', 100, MAX_SCALE],
    ['the whole picture', 0.01, 1],
  ])('ends at %s', (_, factor, scale) =>
    expect(changeView(FITTED, { factor, from: centre, to: centre }, whole).scale).toBe(scale),
  );

  test('moves the picture no farther than its edges, and not at all where it is smaller than the frame', () => {
    const narrow = { width: 0.25, height: 1 };
    const moved = { factor: 1, from: centre, to: { x: 3, y: 3 } };
    expect(changeView({ scale: 2, x: 0, y: 0 }, moved, narrow)).toEqual({ scale: 2, x: 0, y: 0.5 });
    expect(changeView(FITTED, moved, whole)).toEqual(FITTED);
  });
});
