import { mkdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** The icons are committed: run `npx tsx scripts/icons.ts` after a change of the mark. */
const BRAND = '#2747df';
const MARK = 'M20 18h24M20 27h24M20 18h8a9 9 0 0 1 0 18h-8l17 14';

interface IconShape {
  size: number;
  /** In units of 64 a side; no radius for systems that cut their own shape. */
  cornerRadius: number;
  /** The mark's share of the side; a maskable icon stays within its safe zone. */
  markScale: number;
}

const icons: Record<string, IconShape> = {
  'icon-192.png': { size: 192, cornerRadius: 16, markScale: 1 },
  'icon-512.png': { size: 512, cornerRadius: 16, markScale: 1 },
  'maskable-512.png': { size: 512, cornerRadius: 0, markScale: 0.8 },
  'apple-touch-icon.png': { size: 180, cornerRadius: 0, markScale: 0.9 },
};

const folder = path.resolve(import.meta.dirname, '../web/public/icons');
mkdirSync(folder, { recursive: true });
for (const [name, shape] of Object.entries(icons)) {
  await sharp(Buffer.from(draw(shape)), { density: 600 })
    .resize(shape.size, shape.size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, name));
}

function draw({ cornerRadius, markScale }: IconShape): string {
  const inset = 32 * (1 - markScale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
    <rect width="64" height="64" rx="${cornerRadius}" fill="${BRAND}"/>
    <path transform="translate(${inset} ${inset}) scale(${markScale})" d="${MARK}" fill="none"
      stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
