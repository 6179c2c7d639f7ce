import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import sharp, { type Metadata } from 'sharp';
import type { ErrorCode } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS } from '#contract/rules.ts';
import { appError } from '../errors.ts';

/** An image as it is stored: decoded and encoded anew, so that nothing else travels with it. */
export interface CleanImage {
  bytes: Buffer;
  extension: 'jpg' | 'png' | 'webp';
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  sha256: string;
}

const formats = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const;
type Format = keyof typeof formats;

/** What images of a kind may be, how they are stored, and what refuses the others. */
export interface ImageRules {
  maxBytes: number;
  /** Stored no larger than this, in its own proportions; never made larger. */
  bound?: { width: number; height: number };
  /** Stored as WebP of this quality (1 to 100); else in the format it came in. */
  webpQuality?: number;
  errors: { type: ErrorCode; tooLarge: ErrorCode };
}

/** Images that must stay as readable as they came: receipts and QR codes. */
export const documentRules: ImageRules = {
  maxBytes: MAX_UPLOAD_BYTES,
  errors: { type: 'FILE_TYPE', tooLarge: 'FILE_TOO_LARGE' },
};

/** One decoded image can take 160 MB: no more than two at once, the others wait their turn. */
const turns = pLimit(2);

/**
 * Reads an uploaded image and encodes it anew: upright, without metadata or anything appended.
 * What it is is told from its content alone. Throws the rules' own errors for type and size,
 * FILE_TOO_MANY_PIXELS (before decoding) or FILE_UNREADABLE.
 */
export async function cleanImage(upload: Buffer, rules: ImageRules): Promise<CleanImage> {
  if (upload.length > rules.maxBytes) throw appError(rules.errors.tooLarge);
  const format = sniff(upload);
  if (!format) throw appError(rules.errors.type);
  return turns(() => reencode(upload, format, rules));
}

function sniff(bytes: Buffer): Format | undefined {
  const hex = bytes.subarray(0, 12).toString('hex');
  if (hex.startsWith('ffd8ff')) return 'jpeg';
  if (hex.startsWith('89504e470d0a1a0a')) return 'png';
  if (/^52494646.{8}57454250$/.test(hex)) return 'webp';
  return undefined;
}

async function reencode(upload: Buffer, format: Format, rules: ImageRules): Promise<CleanImage> {
  const metadata = await readMetadata(upload);
  if (metadata.format !== format) throw appError(rules.errors.type);
  if (metadata.width * metadata.height > MAX_UPLOAD_PIXELS) throw appError('FILE_TOO_MANY_PIXELS');
  const image = sharp(upload, { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' });
  const target = rules.webpQuality === undefined ? format : 'webp';
  const { data, info } = await image
    .autoOrient()
    .resize({ ...rules.bound, fit: 'inside', withoutEnlargement: true })
    .toFormat(target, { quality: rules.webpQuality })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  return {
    ...formats[target],
    bytes: data,
    width: info.width,
    height: info.height,
    sha256: createHash('sha256').update(data).digest('hex'),
  };
}

/** Reads the header only; the pixels are not touched, however many it claims. */
async function readMetadata(upload: Buffer): Promise<Metadata> {
  return await sharp(upload, { limitInputPixels: false }).metadata().catch(refuse);
}

function refuse(): never {
  throw appError('FILE_UNREADABLE');
}
