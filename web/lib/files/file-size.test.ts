import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test.each([
  [1_234_567, '1.2 MB'],
  [12_345, '12 kB'],
  [120, '1 kB'],
  [0, '0 kB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes, 'en-IN')).toBe(text);
});
