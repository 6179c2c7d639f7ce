import { expect, it } from 'vitest';
import { fileMark, isHeic } from './photo.ts';

it.each([
  [{ type: 'image/heic', name: 'IMG_1' }, true],
  [{ type: 'image/heif-sequence', name: 'IMG_1' }, true],
  [{ type: '', name: 'IMG_1.HEIC' }, true],
  [{ type: 'image/jpeg', name: 'IMG_1.jpg' }, false],
])('recognizes a HEIC photo by its type or name: %j', (file, expected) => {
  expect(isHeic(file)).toBe(expected);
});

it('fileMark is equal for a chosen file and its restored copy', () => {
  const options = { type: 'image/png', lastModified: 7 };
  const chosen = new File(['image'], 'receipt.png', options);
  expect(fileMark(new File(['image'], 'receipt.png', options))).toBe(fileMark(chosen));
  expect(fileMark(new File(['other image'], 'receipt.png', options))).not.toBe(fileMark(chosen));
});
