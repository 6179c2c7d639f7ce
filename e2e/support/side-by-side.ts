import sharp from 'sharp';

const GAP = 24;
const GROUND = '#8b96ab';

/** Returns pictures next to each other as a WebP file. `quality`: 1 to 100. */
export async function sideBySide(pictures: Buffer[], quality: number): Promise<Buffer> {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  const height = Math.max(...sizes.map((size) => size.height));
  const lefts = sizes.map((_, at) =>
    sizes.slice(0, at).reduce((left, size) => left + size.width + GAP, GAP),
  );
  const width = sizes.reduce((all, size) => all + size.width + GAP, GAP);
  return sharp({ create: { width, height: height + 2 * GAP, channels: 3, background: GROUND } })
    .composite(pictures.map((input, at) => ({ input, left: lefts[at] ?? 0, top: GAP })))
    .webp({ quality })
    .toBuffer();
}
