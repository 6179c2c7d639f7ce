import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo } from 'sharp';
import type { ImageFormat } from './image-header.ts';

/**
 * A process of its own that decodes and encodes images, one at a time: what the decoders do with a
 * hostile file can then be ended for good. It imports nothing of the server and is given no secrets.
 */

export interface EncodeJob {
  source: string;
  /** Where the new file is written. */
  target: string;
  from: ImageFormat;
  to: ImageFormat;
  maxPixels: number;
  maxSide: number;
  bound?: { width: number; height: number } | undefined;
  quality?: number | undefined;
  /** Processor time after which the process ends itself, with its work. */
  cpuMs: number;
}

export interface EncodedImage {
  width: number;
  height: number;
  byteSize: number;
  sha256: string;
}

/** `refused` images are not what their header says, or broken. */
export type WorkerAnswer =
  | { encoded: EncodedImage }
  | { refused: true }
  | { failed: string; code: string | undefined };

/**
 * WebP's first level of effort takes half the time of the usual one, for much the same size. JPEG's
 * tables fitted to the image would have all of it in memory: 160 MB against 90 for 14 megapixels.
 */
const encoding = { jpeg: { optimizeCoding: false }, png: {}, webp: { effort: 0 } };
const CPU_CHECK_MS = 50;

sharp.cache(false);
sharp.concurrency(1);
process.umask(0o077);
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches the whole group: the server ends this process when it is done.
process.on('SIGINT', () => undefined);
process.on('message', (job: EncodeJob) => void answer(job));
send('ready');

async function answer(job: EncodeJob): Promise<void> {
  const watch = endAfter(job.cpuMs);
  const answered = await encode(job).catch((error: NodeJS.ErrnoException) => ({
    failed: error.message,
    code: error.code,
  }));
  clearInterval(watch);
  send(answered);
}

/** Without a callback, an answer that finds the channel closed would end the process with an uncaught error. */
function send(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/** The decoders run on threads of their own, so this one still gets its turns. */
function endAfter(cpuMs: number): NodeJS.Timeout {
  const start = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    // Nothing gentler ends a thread inside a decoder.
    if ((user + system) / 1000 > cpuMs) process.kill(process.pid, 'SIGKILL');
  }, CPU_CHECK_MS);
}

async function encode(job: EncodeJob): Promise<WorkerAnswer> {
  const image = await transcode(job).catch(() => undefined);
  if (!image) return { refused: true };
  const { data, info } = image;
  await writeFile(job.target, data);
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { encoded: { width: info.width, height: info.height, byteSize: data.length, sha256 } };
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
