import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { APP_PICTURES } from './app-pictures.ts';
import { manifestIn } from './manifests.ts';

const publicDir = path.resolve(import.meta.dirname, '../web/public');
const folder = path.join(publicDir, 'screenshots');

test('the manifest names every picture with its form, size and a label', async () => {
  const { screenshots = [] } = manifestIn('ta', {});
  expect(screenshots.map(({ src }) => path.basename(src)).sort()).toEqual(
    readdirSync(folder).sort(),
  );
  for (const { src, sizes, type, label } of screenshots) {
    const { width, height, format } = await sharp(path.join(publicDir, src)).metadata();
    expect({ src, sizes, type }).toEqual({
      src,
      sizes: `${width}x${height}`,
      type: `image/${format}`,
    });
    expect(label).toMatch(/[\u0b80-\u0bff]/);
  }
  expect(screenshots.map((picture) => picture.form_factor)).toEqual(['narrow', 'narrow', 'wide']);
});

test('browsers accept the shapes of the pictures, which are small', () => {
  for (const form of ['narrow', 'wide'] as const) {
    const shapes = APP_PICTURES.filter((picture) => picture.form === form).map(
      ({ width, height }) => height / width,
    );
    expect(new Set(shapes).size).toBe(1);
    expect(Math.max(...shapes.flatMap((shape) => [shape, 1 / shape]))).toBeLessThanOrEqual(2.3);
  }
  const bytes = readdirSync(folder).map((file) => statSync(path.join(folder, file)).size);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(200_000);
});
