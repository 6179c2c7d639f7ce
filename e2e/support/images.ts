import sharp from 'sharp';

/** An image file for Playwright's file inputs. */
export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photographed receipt, as far as the server can detect. */
export async function buildReceipt(): Promise<ImageFile> {
  const buffer = await plain({ r: 244, g: 241, b: 232 }).jpeg().toBuffer();
  return { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer };
}

/** The picture of a payment QR code. */
export async function buildQrImage(): Promise<ImageFile> {
  const buffer = await plain({ r: 20, g: 20, b: 20 }).png().toBuffer();
  return { name: 'qr.png', mimeType: 'image/png', buffer };
}

/** A photograph larger than a banner may be. */
export async function buildPhoto(): Promise<ImageFile> {
  const background = { r: 30, g: 90, b: 170 };
  const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background } });
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo.jpeg().toBuffer() };
}

function plain(background: { r: number; g: number; b: number }) {
  return sharp({ create: { width: 480, height: 480, channels: 3, background } });
}
