import { Worker } from 'node:worker_threads';
import { workerProgram } from '../../base/child-program.ts';
import type { CheckedRows, RowsToCheck } from './audit-links.ts';
import type { JobDone } from './audit-worker.ts';

const IDLE_MS = 30_000;
const MAX_HEAP_MB = 64;

interface Waiting {
  resolve: (checked: CheckedRows) => void;
  reject: (error: unknown) => void;
}

let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let jobs = 0;
const waiting = new Map<number, Waiting>();

/** Parsing and hashing in a worker thread do not block requests. Throws the error that ended the thread. */
export async function checkInWorker(job: RowsToCheck): Promise<CheckedRows> {
  clearTimeout(idleTimer);
  worker ??= startWorker();
  const thread = worker;
  thread.ref();
  jobs += 1;
  const id = jobs;
  try {
    return await new Promise<CheckedRows>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage({ ...job, id });
    });
  } finally {
    waiting.delete(id);
    if (waiting.size === 0) rest(thread);
  }
}

function rest(thread: Worker): void {
  thread.unref();
  idleTimer = setTimeout(() => {
    worker = undefined;
    void thread.terminate();
  }, IDLE_MS).unref();
}

function startWorker(): Worker {
  const thread = new Worker(workerProgram('ledger/verify/audit-worker'), {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  thread.on('message', ({ id, ...checked }: JobDone) => waiting.get(id)?.resolve(checked));
  thread.on('error', fail);
  thread.on('exit', (code) => {
    if (worker === thread) fail(new Error(`The thread that checks the audit log ended: ${code}`));
  });
  return thread;
}

function fail(error: unknown): void {
  worker = undefined;
  for (const { reject } of waiting.values()) reject(error);
}
