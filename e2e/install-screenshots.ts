import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { INSTALL_SCREENSHOTS } from '../scripts/manifests.ts';
import { settled } from './support/screens.ts';
import { withShowcase } from './support/showcase.ts';

/**
 * Makes the pictures that browsers show before they install the product. They are committed: run
 * `npm run install-screenshots` after a change of the screens. Every operator's product has them, so that they have no
 * name.
 */
const folder = path.resolve(import.meta.dirname, '../web/public');

await withShowcase(async ({ open }) => {
  for (const { file, screen, width, height, scale } of INSTALL_SCREENSHOTS) {
    const viewport = { width: width / scale, height: height / scale };
    const { page } = await open({ viewport, deviceScaleFactor: scale }, 'demo');
    await page.goto(screen);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await page.locator('header a span').evaluate((name, style) => {
      name.setAttribute('style', style);
    }, 'visibility: hidden');
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await sharp(await page.screenshot())
      .webp({ quality: 75 })
      .toFile(target);
    await page.context().close();
  }
});
