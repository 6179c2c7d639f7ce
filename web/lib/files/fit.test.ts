import { expect, it } from 'vitest';
import { fitWithin } from './fit.ts';

const bound = { width: 1200, height: 600 };

it.each([
  ['stays when it fits', { width: 800, height: 600 }, { width: 800, height: 600 }],
  ['shrinks to the width', { width: 2400, height: 600 }, { width: 1200, height: 300 }],
  ['shrinks to the height', { width: 3000, height: 4000 }, { width: 450, height: 600 }],
  ['keeps a pixel', { width: 10_000, height: 1 }, { width: 1200, height: 1 }],
])('an image %s', (_what, size, fitted) => expect(fitWithin(size, bound)).toEqual(fitted));
