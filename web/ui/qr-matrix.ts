import { encodeQR } from 'qr';

/** Quiet zone around a QR code, in modules, as the standard requires. */
const BORDER = 4;

/** Returns the rows of a QR code with its quiet zone; true is a dark module. */
export function qrMatrix(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
}

/** Pixels of a module in an image: some applications do not find a smaller code in a screenshot. */
const SCALE = 12;

/** Returns a PNG image of a QR code, black on white. Throws if the browser cannot draw. */
export async function drawQrPng(text: string): Promise<Blob> {
  const rows = qrMatrix(text);
  const canvas = document.createElement('canvas');
  canvas.width = rows.length * SCALE;
  canvas.height = rows.length * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no images');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * SCALE, y * SCALE, SCALE, SCALE);
    }
  }
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('This browser wrote no image');
  return image;
}
