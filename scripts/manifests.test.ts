import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { INSTALL_SCREENSHOTS, manifestIn } from './manifests.ts';

const folder = path.resolve(import.meta.dirname, '../web/public');

test('names small screenshots of the declared sizes in every manifest', async () => {
  for (const { file, width, height } of INSTALL_SCREENSHOTS) {
    const image = await sharp(path.join(folder, file)).toBuffer({ resolveWithObject: true });
    expect(image.info, file).toMatchObject({ format: 'webp', width, height });
    expect(image.info.size, file).toBeLessThan(120_000);
  }
  const { screenshots, lang } = manifestIn('ta', {});
  expect(lang).toBe('ta');
  expect(screenshots?.map((one) => one.form_factor)).toEqual(['narrow', 'narrow', 'wide']);
});
