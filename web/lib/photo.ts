import { fitWithin } from './fit.ts';

/** Why a chosen file cannot be sent as a photo. */
export type PhotoProblem = 'type' | 'size' | 'heic';

export class PhotoError extends Error {
  constructor(
    readonly problem: PhotoProblem,
    options?: ErrorOptions,
  ) {
    super(`The photo cannot be sent: ${problem}`, options);
  }
}

type PhotoRules = { accept: readonly string[]; maxBytes: number };

/** Decoding takes four bytes a pixel: a file of this size may already take hundreds of megabytes. */
const LARGEST_DECODED_BYTES = 40 * 1024 * 1024;

/** Tried in turn until the file is small enough. Small print stays readable at a long side of 2000 px. */
const STEPS = [
  { side: 4000, quality: 0.85 },
  { side: 3000, quality: 0.85 },
  { side: 2400, quality: 0.8 },
  { side: 2000, quality: 0.75 },
];

/** Whether a file is a photo as iPhones and some Android phones store them. Windows gives these no type. */
export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/**
 * Returns a file that can be uploaded: as it is if it follows the rules, otherwise as a JPEG. A HEIC photo is
 * converted where the browser can decode it, and a photo that is too large is made smaller. Throws PhotoError.
 */
export async function preparePhoto(file: File, { accept, maxBytes }: PhotoRules): Promise<File> {
  const isConverted = isHeic(file);
  if (!isConverted && !accept.includes(file.type)) throw new PhotoError('type');
  if (!isConverted && file.size <= maxBytes) return file;
  if (file.size > LARGEST_DECODED_BYTES) throw new PhotoError('size');
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new PhotoError(isConverted ? 'heic' : 'size', { cause });
  });
  try {
    return await encode(bitmap, { file, maxBytes });
  } finally {
    bitmap.close();
  }
}

async function encode(
  bitmap: ImageBitmap,
  { file, maxBytes }: { file: File; maxBytes: number },
): Promise<File> {
  for (const { side, quality } of STEPS) {
    const blob = await draw(bitmap, { side, quality });
    if (blob && blob.size <= maxBytes) {
      const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
      return new File([blob], name, { type: blob.type, lastModified: file.lastModified });
    }
  }
  throw new PhotoError('size');
}

function draw(
  bitmap: ImageBitmap,
  { side, quality }: { side: number; quality: number },
): Promise<Blob | null> {
  const { width, height } = fitWithin(bitmap, { width: side, height: side });
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency, which would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Returns a text that differs between chosen files, and stays the same when a file is stored and restored. */
export function fileMark({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** Returns the SHA-256 of a file in hexadecimal, or its mark where the browser offers no hash (plain http). */
export async function hashFile(file: File): Promise<string> {
  if (!window.isSecureContext) return fileMark(file);
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
