import sharp from 'sharp';

/** A picture and its place, in pixels of the whole. */
export interface Placed {
  picture: Buffer;
  left: number;
  top: number;
  width: number;
}

const RADIUS = 14;
const SHADOW = 28;

/** Returns pictures in front of each other, the last one in front, as a WebP file. `quality`: 1 to 100. */
export async function stacked(
  placed: Placed[],
  { width, height, quality }: { width: number; height: number; quality: number },
): Promise<Buffer> {
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="ground" x2="1" y2="1"><stop stop-color="#dfe5ff"/><stop offset="1" stop-color="#f4f6fd"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#ground)"/></svg>`;
  const layers = await Promise.all(placed.map(withShadow));
  return sharp(Buffer.from(ground)).composite(layers.flat()).webp({ quality }).toBuffer();
}

async function withShadow({ picture, left, top, width }: Placed) {
  const { data, info } = await sharp(picture)
    .resize({ width })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { height } = info;
  const corners = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="${width}" height="${height}" rx="${RADIUS}"/></svg>`;
  const input = await sharp(data)
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * SHADOW}" height="${height + 2 * SHADOW}">
    <filter id="blur"><feGaussianBlur stdDeviation="${SHADOW / 3}"/></filter>
    <rect x="${SHADOW}" y="${SHADOW}" width="${width}" height="${height}" rx="${RADIUS}" opacity="0.3" filter="url(#blur)"/></svg>`;
  return [
    { input: Buffer.from(shadow), left: left - SHADOW, top: top - SHADOW / 2 },
    { input, left, top },
  ];
}
