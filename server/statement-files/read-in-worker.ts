import { Worker } from 'node:worker_threads';
import {
  MAX_STATEMENT_BYTES,
  STATEMENT_DEADLINE_MS,
  type StatementFault,
} from '../../contract/statements/rules.ts';
import { workerProgram } from '../platform/runtime/child-program.ts';
import type { PackedReading } from './packed-lines.ts';
import type { ReadJob, WorkerMessage } from './read-worker.ts';
import type { TableOptions } from './table.ts';

const MAX_HEAP_MB = 384;
/** With the default size, the garbage collector needs half of the time of a large file. */
const YOUNG_HEAP_MB = 64;
const START_TIMEOUT_MS = 30_000;
const MAX_WAITING = 8;
/** Files of one person that wait. */
const MAX_WAITING_OF_ONE = 2;
/** A file waits for as long as one of another person may be read, and for the start of its thread. */
const START_MS = 1000;

/** Thrown if too many files wait to be read, or a file has waited for too long. */
export class ReadersBusy extends Error {}

interface Waiting {
  reader: string;
  begin(): void;
}

/** The person whose file is read, and the files that wait. */
let current: string | undefined;
let waiting: Waiting[] = [];

interface ReadOptions extends TableOptions {
  /** The person who waits for the outcome. */
  reader?: string;
}

/**
 * Reads a bank statement in a thread that is ended at the deadline or when it needs too much memory. One file is read
 * at a time, so that requests keep a processor; people take turns. Throws ReadersBusy.
 */
export async function readInWorker(
  bytes: Uint8Array,
  { reader = '', ...options }: ReadOptions,
  deadlineMs: number = STATEMENT_DEADLINE_MS,
): Promise<PackedReading> {
  if (bytes.length > MAX_STATEMENT_BYTES) return refuse('tooLarge');
  if (current === undefined) current = reader;
  else await waitForTurn(reader, deadlineMs + START_MS);
  try {
    return await runThread({ bytes: new Uint8Array(bytes), options }, deadlineMs);
  } finally {
    endTurn(reader);
  }
}

function waitForTurn(reader: string, maxWaitMs: number): Promise<void> {
  const own = waiting.filter((one) => one.reader === reader);
  if (waiting.length >= MAX_WAITING || own.length >= MAX_WAITING_OF_ONE) throw new ReadersBusy();
  return new Promise((resolve, reject) => {
    const turn = {
      reader,
      begin() {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      waiting = waiting.filter((one) => one !== turn);
      reject(new ReadersBusy());
    }, maxWaitMs);
    waiting.push(turn);
  });
}

/** Begins with the oldest file of another person, if there is one. */
function endTurn(reader: string): void {
  const next = waiting.find((one) => one.reader !== reader) ?? waiting[0];
  waiting = waiting.filter((one) => one !== next);
  current = next?.reader;
  next?.begin();
}

async function runThread(job: ReadJob, deadlineMs: number): Promise<PackedReading> {
  const thread = new Worker(workerProgram(import.meta.filename, 'read-worker'), {
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
        thread.postMessage(job, [job.bytes.buffer as ArrayBuffer]); // cast: a copy that is not shared
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
