import type { ImageRules } from '#contract/uploads/routes.ts';
import { MAX_UPLOAD_PIXELS, MAX_UPLOAD_SIDE } from '#contract/uploads/rules.ts';
import { appError } from '../../base/errors.ts';
import { type ImageFormat, type ImageHeader, readImageHeader } from './image-header.ts';
import type { ImageWork } from './image-work.ts';
import type { EncodedImage } from './image-worker.ts';
import { ImageRefused, TooMuchWork } from './image-workers.ts';

export interface CleanImage extends EncodedImage {
  extension: 'jpg' | 'png' | 'webp';
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

const formats = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const;

/** Above a 12-megapixel phone photo, which takes half a second to encode as JPEG. */
const LIGHT_PIXELS = 13_000_000;
const WEBP_WEIGHT = 5;
const LAYERED_WEIGHT = 2;

export interface Upload {
  source: string;
  target: string;
  rules: ImageRules;
  signal: AbortSignal;
}

/** Determines the format from the content and the size from the header, before decoding. */
export async function cleanImage(work: ImageWork, upload: Upload): Promise<CleanImage> {
  const { source, target, rules, signal } = upload;
  const found = await readImageHeader(source);
  if (!found) throw appError(rules.errors.type);
  const { format, header } = found;
  if (!header) throw appError('FILE_UNREADABLE');
  if (isTooLarge(header)) throw appError('FILE_TOO_MANY_PIXELS');
  const to: ImageFormat = rules.webpQuality === undefined ? format : 'webp';
  const job = {
    source,
    target,
    from: format,
    to,
    bound: rules.bound,
    quality: rules.webpQuality,
    isHashed: rules.isHashed,
    isRead: rules.isRead,
    maxPixels: MAX_UPLOAD_PIXELS,
    maxSide: MAX_UPLOAD_SIDE,
  };
  const task = { job, isLight: isLight(header), signal };
  const encoded = await work.encode(task).catch(refuse);
  return { ...encoded, ...formats[to] };
}

function isTooLarge({ width, height }: ImageHeader): boolean {
  return Math.max(width, height) > MAX_UPLOAD_SIDE || width * height > MAX_UPLOAD_PIXELS;
}

function isLight({ format, width, height, isLayered }: ImageHeader): boolean {
  const weight = (format === 'webp' ? WEBP_WEIGHT : 1) * (isLayered ? LAYERED_WEIGHT : 1);
  return width * height * weight <= LIGHT_PIXELS;
}

function refuse(error: unknown): never {
  const isOfImage = error instanceof ImageRefused || error instanceof TooMuchWork;
  throw isOfImage ? appError('FILE_UNREADABLE') : error;
}
