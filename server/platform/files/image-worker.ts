import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo } from 'sharp';
import type { ImageFormat } from './image-header.ts';

/**
 * A separate process that decodes and encodes images, one at a time. If a hostile file blocks a decoder, the process is
 * killed. It imports no server code and receives no secrets.
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
  cpuMs: number;
}

export interface EncodedImage {
  width: number;
  height: number;
  byteSize: number;
  sha256: string;
}

export type WorkerAnswer =
  | { encoded: EncodedImage }
  | { refused: true }
  | { failed: string; code: string | undefined };

/**
 * WebP's lowest effort takes half the time of the default, for a similar size. Optimised JPEG tables would need the
 * whole image in memory: 160 MB instead of 90 for 14 megapixels.
 */
const encoding = { jpeg: { optimizeCoding: false }, png: {}, webp: { effort: 0 } };
const CPU_CHECK_MS = 50;

sharp.cache(false);
sharp.concurrency(1);
process.umask(0o077);
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches the whole process group. The server ends this process when it no longer needs it.
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
