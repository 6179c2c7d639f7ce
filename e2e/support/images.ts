import sharp from 'sharp';

/** An image file for Playwright's file inputs. */
export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

let receipts = 0;

/** A receipt, as far as the server can detect. Each has another colour, so that none is the duplicate of another. */
export async function buildReceipt(): Promise<ImageFile> {
  receipts += 1;
  const background = { r: 244 - (receipts % 60), g: 241, b: 232 - Math.floor(receipts / 60) };
  const buffer = await plain(background).png().toBuffer();
  return { name: 'receipt.png', mimeType: 'image/png', buffer };
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

/** A wide picture of two colours: red on the left half, blue on the right. */
export async function buildTwoColours(): Promise<ImageFile> {
  const half = { width: 400, height: 400, channels: 3 } as const;
  const red = await sharp({ create: { ...half, background: { r: 255, g: 0, b: 0 } } })
    .png()
    .toBuffer();
  const blue = sharp({ create: { ...half, background: { r: 0, g: 0, b: 255 } } });
  const wide = blue.extend({ left: 400 }).composite([{ input: red, left: 0, top: 0 }]);
  return { name: 'colours.png', mimeType: 'image/png', buffer: await wide.png().toBuffer() };
}

/** Returns the average red and blue of an image, 0 to 255. */
export async function averageOf(image: Buffer): Promise<{ red: number; blue: number }> {
  const { channels } = await sharp(image).stats();
  return { red: channels[0]?.mean ?? 0, blue: channels[2]?.mean ?? 0 };
}

function plain(background: { r: number; g: number; b: number }) {
  return sharp({ create: { width: 480, height: 480, channels: 3, background } });
}
