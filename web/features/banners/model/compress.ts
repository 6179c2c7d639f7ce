import { imageRules } from '#contract/uploads/routes.ts';
import { fitWithin } from '#web/lib/files/fit.ts';

const TYPE = 'image/webp';
const { bound, webpQuality } = imageRules['banner-images'];

/** The image could not be decoded, or not be encoded. */
export class CompressionError extends Error {
  constructor(readonly step: 'load' | 'compress') {
    super(`The image failed to ${step}`);
  }
}

/**
 * Returns the image scaled to at most 1200x600 as WebP, to save upload time. Browsers without a WebP encoder return
 * PNG; the server converts it. Throws CompressionError.
 */
export async function compressBanner(file: File, now: Date): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new CompressionError('load');
  });
  try {
    const blob = await draw(bitmap);
    return new File([blob], `banner-${now.getTime()}.webp`, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = fitWithin(bitmap, bound);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new CompressionError('compress');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, TYPE, webpQuality / 100),
  );
  if (!blob) throw new CompressionError('compress');
  return blob;
}
