import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { APP_PICTURES, type AppPicture } from '../scripts/app-pictures.ts';
import { DEVICES } from './support/devices.ts';
import { settled } from './support/screens.ts';
import { type Look, type Showcase, withShowcase } from './support/showcase.ts';

const folder = path.resolve(import.meta.dirname, '../web/public/screenshots');
const LOOKS: Record<AppPicture['form'], Look> = {
  narrow: { ...DEVICES.phone, isMobile: false, deviceScaleFactor: 2, serviceWorkers: 'block' },
  wide: { ...DEVICES.desktop, serviceWorkers: 'block' },
};
const ADDRESSES = { home: '/user', passbook: '/user/passbook' };
/** Of each palette. With 16, approved amounts lose their green next to a banner. */
const COLOURS = 64;

await mkdir(folder, { recursive: true });
await withShowcase(async ({ open }) => {
  for (const picture of APP_PICTURES) await take(open, picture);
});
console.log(`The pictures are in ${folder}`);

/** Without the top bar, because operators have another name and logo. */
async function take(open: Showcase['open'], picture: AppPicture): Promise<void> {
  const { page } = await open(LOOKS[picture.form], 'demo');
  await page.goto(ADDRESSES[picture.screen]);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('main').getByText('₹').first().waitFor();
  await settled(page);
  const bar = await page.getByRole('banner').boundingBox();
  const screen = page.viewportSize();
  if (!bar || !screen) throw new Error('The page has no top bar');
  const { width, height } = screen;
  const shot = await page.screenshot({
    clip: { x: 0, y: bar.height, width, height: height - bar.height },
  });
  const written = await sharp(shot)
    .png({ palette: true, colours: COLOURS, compressionLevel: 9, effort: 10 })
    .toFile(path.join(folder, picture.file));
  if (written.width !== picture.width || written.height !== picture.height)
    throw new Error(`${picture.file} has ${written.width}x${written.height} pixels`);
  await page.context().close();
}
