import { MAX_UPLOAD_PIXELS } from '#contract/uploads/rules.ts';
import type { EncodedImage, EncodeJob, ImageHashes } from './image-worker.ts';
import { createImageWorker, type ImageWorker, TooMuchWork } from './image-workers.ts';
import { createTurns } from './upload-turns.ts';

export interface ImageWork {
  enter(userId: string, signal: AbortSignal): Promise<() => void>;
  encode(task: ImageTask): Promise<EncodedImage>;
  /** Hashes a stored image, in the lane of large images. */
  hash(file: string, signal: AbortSignal): Promise<ImageHashes>;
  close(): void;
}

export interface ImageTask {
  job: Omit<EncodeJob, 'cpuMs' | 'writeMs'>;
  isLight: boolean;
  signal: AbortSignal;
}

interface Waiting {
  isLight: boolean;
  signal: AbortSignal;
  run(worker: ImageWorker, cpuMs: number): Promise<void>;
  reject(error: unknown): void;
}

interface Lane {
  worker: ImageWorker;
  takesHeavy: boolean;
  isBusy: boolean;
}

export interface ImageLimits {
  /** Processor time after which an image that was estimated as light counts as heavy. */
  lightCpuMs: number;
  heavyCpuMs: number;
  /** Time in which an encoded image must be written. */
  writeMs: number;
}

const usualLimits: ImageLimits = { lightCpuMs: 1000, heavyCpuMs: 10_000, writeMs: 5000 };

/** Two lanes, one of them closed to heavy images, so that ordinary receipts wait only for ordinary ones. */
export function createImageWork(
  given: Partial<ImageLimits> = {},
  createWorker: () => ImageWorker = createImageWorker,
): ImageWork {
  const limits = { ...usualLimits, ...given };
  const lanes = [false, true].map(
    (takesHeavy): Lane => ({ worker: createWorker(), takesHeavy, isBusy: false }),
  );
  const waiting: Waiting[] = [];
  const advance = () => {
    for (const lane of lanes) {
      if (lane.isBusy) continue;
      const index = waiting.findIndex((task) => task.isLight || lane.takesHeavy);
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (next) void run(lane, next);
    }
  };
  const run = async (lane: Lane, task: Waiting) => {
    lane.isBusy = true;
    const cpuMs = task.isLight ? limits.lightCpuMs : limits.heavyCpuMs;
    try {
      await task.run(lane.worker, cpuMs);
    } catch (error) {
      if (error instanceof TooMuchWork && task.isLight) waiting.push({ ...task, isLight: false });
      else task.reject(error);
    } finally {
      lane.isBusy = false;
      advance();
    }
  };
  const enqueue = <Result>(
    { isLight, signal }: { isLight: boolean; signal: AbortSignal },
    work: (worker: ImageWorker, cpuMs: number) => Promise<Result>,
  ) =>
    new Promise<Result>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => {
        const index = waiting.findIndex((task) => task.signal === signal);
        if (index >= 0) waiting.splice(index, 1);
        reject(signal.reason);
      });
      const run = async (worker: ImageWorker, cpuMs: number) => resolve(await work(worker, cpuMs));
      waiting.push({ isLight, signal, run, reject });
      advance();
    });
  return {
    enter: createTurns(),
    encode: ({ job, signal, isLight }) =>
      enqueue({ isLight, signal }, (worker, cpuMs) =>
        worker.encode({ ...job, cpuMs, writeMs: limits.writeMs }, signal),
      ),
    hash: (hashed, signal) =>
      enqueue({ isLight: false, signal }, (worker, cpuMs) =>
        worker.hash({ hashed, maxPixels: MAX_UPLOAD_PIXELS, cpuMs }, signal),
      ),
    close() {
      for (const { worker } of lanes) worker.close();
    },
  };
}
