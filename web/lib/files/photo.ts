import { fitWithin } from './fit.ts';

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

/** Decoding takes four bytes a pixel: a file of this size can need hundreds of megabytes. */
const LARGEST_DECODED_BYTES = 40 * 1024 * 1024;

/** Tried in order until the file is small enough. Small print stays readable with a long side of 2000 px. */
const STEPS = [
  { side: 4000, quality: 0.85 },
  { side: 3000, quality: 0.85 },
  { side: 2400, quality: 0.8 },
  { side: 2000, quality: 0.75 },
];

/** On Windows, iPhones' HEIC photos have no type. */
export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/** Converts HEIC photos if the browser can decode them, and scales large photos down. Throws PhotoError. */
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
  // JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

export function fileMark({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** On plain http, where browsers offer no hash, its `fileMark`. */
export async function hashFile(file: File): Promise<string> {
  if (!window.isSecureContext) return fileMark(file);
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
