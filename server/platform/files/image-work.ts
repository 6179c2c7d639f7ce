import type { EncodedImage, EncodeJob } from './image-worker.ts';
import { createImageWorker, type ImageWorker, TooMuchWork } from './image-workers.ts';
import { createTurns } from './upload-turns.ts';

export interface ImageWork {
  enter(userId: string, signal: AbortSignal): Promise<() => void>;
  encode(task: ImageTask): Promise<EncodedImage>;
  close(): void;
}

export interface ImageTask {
  job: Omit<EncodeJob, 'cpuMs'>;
  isLight: boolean;
  signal: AbortSignal;
}

interface Waiting extends ImageTask {
  resolve(encoded: EncodedImage): void;
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
}

const usualLimits: ImageLimits = { lightCpuMs: 1000, heavyCpuMs: 10_000 };

/** Two lanes, one of them closed to heavy images, so that ordinary receipts wait only for ordinary ones. */
export function createImageWork(
  limits: ImageLimits = usualLimits,
  createWorker: () => ImageWorker = createImageWorker,
): ImageWork {
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
      task.resolve(await lane.worker.encode({ ...task.job, cpuMs }, task.signal));
    } catch (error) {
      if (error instanceof TooMuchWork && task.isLight) waiting.push({ ...task, isLight: false });
      else task.reject(error);
    } finally {
      lane.isBusy = false;
      advance();
    }
  };
  return {
    enter: createTurns(),
    encode: (task) =>
      new Promise((resolve, reject) => {
        if (task.signal.aborted) return reject(task.signal.reason);
        task.signal.addEventListener('abort', () => {
          const index = waiting.findIndex(({ signal }) => signal === task.signal);
          if (index >= 0) waiting.splice(index, 1);
          reject(task.signal.reason);
        });
        waiting.push({ ...task, resolve, reject });
        advance();
      }),
    close() {
      for (const { worker } of lanes) worker.close();
    },
  };
}
