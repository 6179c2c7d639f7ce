import { describe, expect, it } from 'vitest';
import { EMPTY_BANNER, findProblems, isImageFailure, parseSlideSeconds } from './banner-form.ts';

const image = new File(['x'], 'banner.webp', { type: 'image/webp' });
const filled = { ...EMPTY_BANNER, title: 'Festival' };

describe('findProblems', () => {
  it.each(['offer', 'javascript:alert(1)', 'data:text/html,x', '//offer.example'])(
    'rejects the link %j',
    (linkUrl) =>
      expect(findProblems({ ...filled, linkUrl }, image)).toEqual({ linkUrl: 'invalid' }),
  );
});

describe('parseSlideSeconds', () => {
  it.each([
    [5, 5],
    ['60', 60],
    [4, undefined],
    [61, undefined],
    [7.5, undefined],
    ['', undefined],
    ['-', undefined],
  ])('parses %j as %j', (typed, seconds) => expect(parseSlideSeconds(typed)).toBe(seconds));
});

describe('isImageFailure', () => {
  it('isImageFailure distinguishes image errors from banner errors', () => {
    expect(isImageFailure('BANNER_IMAGE_TOO_LARGE')).toBe(true);
    expect(isImageFailure('FILE_UNREADABLE')).toBe(true);
    expect(isImageFailure('BANNER_TITLE_REQUIRED')).toBe(false);
    expect(isImageFailure(undefined)).toBe(false);
  });
});
