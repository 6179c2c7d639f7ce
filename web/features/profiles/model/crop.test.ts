import { describe, expect, it } from 'vitest';
import { centreCrop, cropSide, dragCrop, fitCrop } from './crop.ts';

const size = { width: 400, height: 200 };

describe('crop', () => {
  it('starts with the largest centred square', () => {
    expect(centreCrop(size)).toEqual({ x: 200, y: 100, zoom: 1 });
    expect(cropSide(size, 1)).toBe(200);
  });

  it('moves by the drag distance at the scale of the view', () => {
    const crop = { x: 200, y: 100, zoom: 2 };
    expect(dragCrop(crop, size, { dx: 100, dy: -50, viewSide: 200 })).toEqual({
      x: 150,
      y: 125,
      zoom: 2,
    });
  });

  it('never leaves the image', () => {
    expect(dragCrop(centreCrop(size), size, { dx: 9999, dy: 9999, viewSide: 200 })).toEqual({
      x: 100,
      y: 100,
      zoom: 1,
    });
    expect(fitCrop({ x: 399, y: 1, zoom: 9 }, size)).toEqual({ x: 375, y: 25, zoom: 4 });
  });
});
