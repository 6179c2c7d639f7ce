import sharp from 'sharp';

interface Placed {
  picture: Buffer;
  left: number;
  top: number;
  /** In pixels of the overview. */
  width: number;
  height: number;
}

const SIZE = { width: 1600, height: 1180 };
const RADIUS = 20;
const QUALITY = 90;

/** Returns a PNG file with pictures of screens as windows over each other, the last in front. */
export async function overviewOf(windows: Placed[]): Promise<Buffer> {
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <defs><linearGradient id="ground" x2="1" y2="1"><stop stop-color="#dce6ff"/><stop offset="1" stop-color="#f7f8fb"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#ground)"/></svg>`;
  const layers = await Promise.all(windows.map(async (one) => [shadowOf(one), await cut(one)]));
  return sharp(Buffer.from(ground))
    .composite(layers.flat())
    .png({ palette: true, quality: QUALITY })
    .toBuffer();
}

function shadowOf({ left, top, width, height }: Placed) {
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="22"/></filter></defs>
    <rect x="${left}" y="${top + 16}" width="${width}" height="${height}" rx="${RADIUS}" fill="#1a2233" opacity="0.28" filter="url(#soft)"/></svg>`;
  return { input: Buffer.from(shadow), left: 0, top: 0 };
}

/** The upper part of a picture, with rounded corners. */
async function cut({ picture, left, top, width, height }: Placed) {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${RADIUS}"/></svg>`;
  const input = await sharp(picture)
    .resize({ width, height, fit: 'cover', position: 'top' })
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return { input, left, top };
}
