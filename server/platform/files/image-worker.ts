import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import decodeQR from 'qr/decode.js';
import sharp, { type OutputInfo } from 'sharp';
import type { ImageFormat } from './image-header.ts';
import { hashPicture } from './picture-hash.ts';

/**
 * A separate process that decodes and encodes images, one at a time. If a hostile file blocks a decoder, the process is
 * killed. It imports no code of the server but plain functions, and receives no secrets.
 */

export interface EncodeJob {
  source: string;
  target: string;
  from: ImageFormat;
  to: ImageFormat;
  maxPixels: number;
  maxSide: number;
  bound?: { width: number; height: number } | undefined;
  quality?: number | undefined;
  /** Whether the answer has the hashes by which duplicates are found. */
  isHashed?: boolean | undefined;
  /** Whether the answer has the text of the image's QR code. */
  isRead?: boolean | undefined;
  cpuMs: number;
  /** The longest time of the write. On a disk that stopped it would not end. */
  writeMs: number;
}

/** Hashes a stored image. */
export interface HashJob {
  hashed: string;
  maxPixels: number;
  cpuMs: number;
}

/** By what duplicates of an image are found. */
export interface ImageHashes {
  /** Of the uploaded bytes; null if they are not known any more. */
  uploadSha256: string | null;
  /** See `PictureHash`; null for an image without contrast. The grid is base64. */
  picture: { hash: string; grid: string } | null;
}

export interface EncodedImage {
  width: number;
  height: number;
  byteSize: number;
  sha256: string;
  hashes?: ImageHashes;
  /** The text of the image's QR code; null if none is found. */
  codeText?: string | null;
}

export type WorkerAnswer =
  | { encoded: EncodedImage }
  | { hashes: ImageHashes }
  | { refused: true }
  | { failed: string; code: string | undefined };

/**
 * WebP's lowest effort takes half the time of the default, for a similar size. Optimised JPEG tables would need the
 * whole image in memory: 160 MB instead of 90 for 14 megapixels.
 */
const encoding = { jpeg: { optimizeCoding: false }, png: {}, webp: { effort: 0 } };
const CPU_CHECK_MS = 50;
const HASHED_WIDTH = 480;
/** Of the longest receipts. A picture that is one pixel wide would become a million pixels high. */
const MAX_HASHED_HEIGHT = 10 * HASHED_WIDTH;

sharp.cache(false);
sharp.concurrency(1);
process.umask(0o077);
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches the whole process group. The server ends this process when it no longer needs it.
process.on('SIGINT', () => undefined);
process.on('message', (job: EncodeJob | HashJob) => void answer(job));
send('ready');

async function answer(job: EncodeJob | HashJob): Promise<void> {
  const watch = endAfter(job.cpuMs);
  const work = 'hashed' in job ? hashStored(job) : encode(job);
  const answered = await work.catch((error: NodeJS.ErrnoException) => ({
    failed: error.message,
    code: error.code,
  }));
  clearInterval(watch);
  send(answered);
}

/** Without a callback, sending over a closed channel would end the process with an uncaught error. */
function send(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/** The decoders run on other threads, so this timer still fires during a job. */
function endAfter(cpuMs: number): NodeJS.Timeout {
  const start = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    // Only SIGKILL ends a thread inside a decoder.
    if ((user + system) / 1000 > cpuMs) process.kill(process.pid, 'SIGKILL');
  }, CPU_CHECK_MS);
}

async function encode(job: EncodeJob): Promise<WorkerAnswer> {
  const image = await transcode(job).catch(() => undefined);
  if (!image) {
    // A disk error is not the image's fault. The decoder does not report it apart.
    await readFile(job.source);
    return { refused: true };
  }
  const { data, info } = image;
  await write(job, data);
  const { width, height } = info;
  const encoded: EncodedImage = { width, height, byteSize: data.length, sha256: sha256Of(data) };
  if (job.isRead) encoded.codeText = await readCode(data, job);
  if (!job.isHashed) return { encoded };
  const uploadSha256 = sha256Of(await readFile(job.source));
  return { encoded: { ...encoded, hashes: { uploadSha256, picture: await hash(data, job) } } };
}

/** After ETIMEDOUT the process lacks a thread until the write ends. */
async function write({ target, writeMs }: EncodeJob, data: Buffer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('a write did not end'), { code: 'ETIMEDOUT' });
    timer = setTimeout(reject, writeMs, error);
  });
  await Promise.race([writeFile(target, data), timeout]).finally(() => clearTimeout(timer));
}

async function hashStored(job: HashJob): Promise<WorkerAnswer> {
  const picture = await hash(job.hashed, job).catch(() => undefined);
  return picture === undefined ? { refused: true } : { hashes: { uploadSha256: null, picture } };
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Copies are compared at one width: scaling makes text lighter, and so both are scaled. The fast shrinking of a JPEG would
 * shift pixels.
 */
async function hash(
  image: Buffer | string,
  { maxPixels }: { maxPixels: number },
): Promise<ImageHashes['picture']> {
  const { data, info } = await sharp(image, { limitInputPixels: maxPixels })
    .resize({
      width: HASHED_WIDTH,
      height: MAX_HASHED_HEIGHT,
      fit: 'inside',
      fastShrinkOnLoad: false,
    })
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const found = hashPicture({ pixels: data, width, height });
  return found ? { hash: found.hash, grid: found.grid.toString('base64') } : null;
}

/** Large enough for a code in a photo, and small enough to decode in a tenth of a second. */
const READ_SIDE = 1600;
const READ_RETRIES_MS = 300;

async function readCode(
  image: Buffer,
  { maxPixels }: { maxPixels: number },
): Promise<string | null> {
  const { data, info } = await sharp(image, { limitInputPixels: maxPixels })
    .resize({ width: READ_SIDE, height: READ_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  try {
    return decodeQR({ ...info, data }, { format: 'RGB', timeLimit: READ_RETRIES_MS });
  } catch {
    return null; // The decoder throws if it finds no code.
  }
}

async function transcode(job: EncodeJob): Promise<{ data: Buffer; info: OutputInfo } | undefined> {
  const { maxPixels, maxSide } = job;
  const input = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  const { format, width, height } = await sharp(job.source, input).metadata();
  if (format !== job.from || Math.max(width, height) > maxSide) return undefined;
  return sharp(job.source, input)
    .autoOrient()
    .resize({ ...job.bound, fit: 'inside', withoutEnlargement: true })
    .toFormat(job.to, { ...encoding[job.to], quality: job.quality })
    .toBuffer({ resolveWithObject: true });
}
