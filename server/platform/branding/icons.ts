import { WHITE } from '#contract/branding/rules.ts';
import type { BrandFile } from './brand.ts';

interface IconShape {
  side: number;
  /** The image's share of the side; a maskable icon stays within its safe zone. */
  share: number;
  /** Whether the system cuts its own shape, so that nothing may be transparent. */
  isFilled: boolean;
}

const SHAPES: Record<string, IconShape> = {
  'icon-192.png': { side: 192, share: 1, isFilled: false },
  'icon-512.png': { side: 512, share: 1, isFilled: false },
  'maskable-512.png': { side: 512, share: 0.66, isFilled: true },
  'apple-touch-icon.png': { side: 180, share: 0.84, isFilled: true },
};
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Makes the icons of the installed app from an image that this server stored, or from the product's mark, of which
 * `background` is the colour. Call it with no other bytes: they are decoded in this process.
 */
export async function makeIcons(image: Buffer, background: string = WHITE): Promise<BrandFile[]> {
  // Loaded here, because most installations make no icons.
  const { default: sharp } = await import('sharp');
  return Promise.all(
    Object.entries(SHAPES).map(async ([name, { side, share, isFilled }]) => {
      const inner = Math.round(side * share);
      const [before, after] = [Math.floor((side - inner) / 2), Math.ceil((side - inner) / 2)];
      const around = isFilled ? background : CLEAR;
      const icon = sharp(image, { density: 600 })
        .resize(inner, inner, { fit: 'contain', background: around })
        .extend({ top: before, left: before, bottom: after, right: after, background: around });
      const opaque = isFilled ? icon.flatten({ background }) : icon;
      const body = await opaque.png({ compressionLevel: 9 }).toBuffer();
      return { address: `/icons/${name}`, type: 'image/png', body, isFixed: false };
    }),
  );
}
