import { WHITE } from '#contract/branding/rules.ts';

/** An image at the top of mails. PNG, because some mail programs do not show WebP. */
export interface MailLogo {
  png: Buffer;
  /** Pixels at which it is shown. */
  width: number;
  height: number;
}

export const LOGO_ID = 'logo@wallet';
/** The address of the mail's logo in its HTML. */
export const LOGO_ADDRESS = `cid:${LOGO_ID}`;
const MAX_WIDTH = 192;
const MAX_HEIGHT = 40;
/** Pixels of the image for each shown one. */
const DENSITY = 2;

/**
 * Makes the logo of mails from an image that this server stored. On white, because mail programs change the background in
 * the dark and not the image. Call it with no other bytes: they are decoded in this process.
 */
export async function makeMailLogo(image: Buffer): Promise<MailLogo> {
  // Loaded here, because most installations have no logo.
  const { default: sharp } = await import('sharp');
  const { data: png, info } = await sharp(image)
    .flatten({ background: WHITE })
    .resize(MAX_WIDTH * DENSITY, MAX_HEIGHT * DENSITY, { fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  // A small image is shown at its own size, not blurred.
  const scale = Math.min(1, MAX_WIDTH / info.width, MAX_HEIGHT / info.height);
  const shown = (side: number) => Math.max(1, Math.round(side * scale));
  return { png, width: shown(info.width), height: shown(info.height) };
}
