import { Worker } from 'node:worker_threads';
import { STATEMENT_DEADLINE_MS, type StatementFault } from '../../contract/statements/rules.ts';
import { workerProgram } from '../base/child-program.ts';
import type { PackedReading } from './packed-lines.ts';
import type { ReadJob, WorkerMessage } from './read-worker.ts';
import { createTurns } from './reading-turns.ts';
import type { TableOptions } from './table.ts';

const MAX_HEAP_MB = 384;
/** With the default size, the garbage collector needs half of the time of a large file. */
const YOUNG_HEAP_MB = 64;
const START_TIMEOUT_MS = 30_000;
/** A file waits for as long as one of another person may be read, and for the start of its thread. */
const START_MS = 1000;

const turns = createTurns();

interface ReadOptions extends TableOptions {
  /** The person who waits for the outcome. */
  reader?: string;
}

/**
 * Reads a bank statement in a thread that is ended at the deadline or when it needs too much memory. One file is read
 * at a time, so that requests keep a processor; people take turns. `file` is its path. Throws ReadersBusy.
 */
export async function readInWorker(
  file: string,
  { reader, ...options }: ReadOptions,
  deadlineMs: number = STATEMENT_DEADLINE_MS,
): Promise<PackedReading> {
  const leave = await turns.enter(reader, deadlineMs + START_MS);
  let isRefused = false;
  try {
    const reading = await runThread({ file, options }, deadlineMs);
    isRefused = reading.kind === 'fault';
    return reading;
  } finally {
    leave({ isRefused });
  }
}

async function runThread(job: ReadJob, deadlineMs: number): Promise<PackedReading> {
  const thread = new Worker(workerProgram('statement-files/read-worker'), {
    eval: true,
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_HEAP_MB,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
  });
  try {
    return await listen(thread, job, deadlineMs);
  } finally {
    await thread.terminate();
  }
}

function listen(thread: Worker, job: ReadJob, deadlineMs: number): Promise<PackedReading> {
  return new Promise<PackedReading>((resolve, reject) => {
    const parts: string[] = [];
    let timer = setTimeout(() => reject(new Error('The thread did not start')), START_TIMEOUT_MS);
    const stop = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    thread.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(() => resolve(refuse('tooMuchWork')), deadlineMs);
        thread.postMessage(job);
      } else if (message.kind === 'part') {
        parts.push(message.lines);
      } else {
        const { reading } = message;
        stop(() => resolve(reading.kind === 'lines' ? { ...reading, parts } : reading));
      }
    });
    thread.on('error', (error) => stop(() => resolveFailure(error, resolve, reject)));
    thread.on('exit', (code) => stop(() => reject(new Error(`The thread ended: ${code}`))));
  });
}

/** A thread without memory ends; any other error is a defect of the reader. */
function resolveFailure(
  error: unknown,
  resolve: (reading: PackedReading) => void,
  reject: (error: unknown) => void,
): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(refuse('tooMuchWork'));
  else reject(error);
}

function refuse(fault: StatementFault): PackedReading {
  return { kind: 'fault', fault, row: null };
}
