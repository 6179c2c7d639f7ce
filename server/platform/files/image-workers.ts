import { type ChildProcess, fork } from 'node:child_process';
import { childProgram } from '../../base/child-program.ts';
import { ImageWorkerUnavailable } from './failures.ts';
import type {
  EncodedImage,
  EncodeJob,
  HashJob,
  ImageHashes,
  WorkerAnswer,
} from './image-worker.ts';

export class TooMuchWork extends Error {}
export class ImageRefused extends Error {}

export interface ImageWorker {
  /** Callers must not run two at the same time. */
  encode(job: EncodeJob, signal: AbortSignal): Promise<EncodedImage>;
  hash(job: HashJob, signal: AbortSignal): Promise<ImageHashes>;
  close(): void;
}

/** Wall-clock limit as a multiple of the processor time, for processes that hang without using the processor. */
const WALL_FACTOR = 6;
const START_TIMEOUT_MS = 60_000;

interface Running {
  child: ChildProcess;
  isReady: Promise<void>;
}

export function createImageWorker(startProcess = forkWorker): ImageWorker {
  let running: Running | undefined;
  let isClosed = false;
  const end = () => {
    running?.child.kill('SIGKILL');
    running = undefined;
  };
  const start = (): Running => {
    const child = startProcess();
    const forget = () => {
      if (running?.child === child) running = undefined;
    };
    child.once('exit', forget).on('error', forget);
    return { child, isReady: untilReady(child) };
  };
  const run = async (job: EncodeJob | HashJob, signal: AbortSignal): Promise<WorkerAnswer> => {
    signal.throwIfAborted();
    if (isClosed) throw new ImageWorkerUnavailable('the server is stopping');
    running ??= tryTo(start);
    const { child, isReady } = running;
    let timer: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', end);
    try {
      await isReady;
      timer = setTimeout(end, job.cpuMs * WALL_FACTOR);
      const answer = await ask(child, job);
      signal.throwIfAborted();
      if (answer && 'failed' in answer && answer.code === 'ETIMEDOUT') end();
      return requireDone(answer);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  };
  return {
    async encode(job, signal) {
      const answer = await run(job, signal);
      if ('encoded' in answer) return answer.encoded;
      throw new Error('The image worker did not encode the image');
    },
    async hash(job, signal) {
      const answer = await run(job, signal);
      if ('hashes' in answer) return answer.hashes;
      throw new Error('The image worker did not hash the image');
    },
    close() {
      isClosed = true;
      end();
    },
  };
}

function tryTo(start: () => Running): Running {
  try {
    return start();
  } catch (error) {
    throw new ImageWorkerUnavailable(error);
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const message = await nextMessage(child).finally(() => clearTimeout(timer));
  if (message === undefined) throw new ImageWorkerUnavailable('it ended before it was ready');
}

async function ask(
  child: ChildProcess,
  job: EncodeJob | HashJob,
): Promise<WorkerAnswer | undefined> {
  const answer = nextMessage(child);
  child.send(job, () => undefined); // If the process has just ended, its exit event ends the wait.
  return (await answer) as WorkerAnswer | undefined; // The worker is our own program.
}

/** At the process limit, Node.js emits `error` and never `exit`. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
    const stopListening = () =>
      void child.off('message', onMessage).off('exit', onExit).off('error', onError);
    const onMessage = (message?: unknown) => {
      stopListening();
      resolve(message);
    };
    const onExit = () => onMessage();
    const onError = (error: Error) => {
      stopListening();
      reject(new ImageWorkerUnavailable(error));
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
  });
}

function requireDone(answer: WorkerAnswer | undefined): WorkerAnswer {
  if (!answer) throw new TooMuchWork();
  if ('refused' in answer) throw new ImageRefused();
  if ('failed' in answer) {
    // The code of a full disk makes it an outage, as it does for errors of this process.
    throw Object.assign(new Error(`No image could be written: ${answer.failed}`), {
      code: answer.code,
    });
  }
  return answer;
}

/** glibc settings that return memory to the system. By default it keeps the peak that the largest image needed. */
const returnsMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
};

function forkWorker(): ChildProcess {
  const { program, execArgv } = childProgram('platform/files/image-worker');
  const child = fork(program, {
    execArgv: ['--max-old-space-size=64', ...execArgv],
    env: { PATH: process.env.PATH ?? '', ...returnsMemory },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
