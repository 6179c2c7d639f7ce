import { parentPort } from 'node:worker_threads';
import { type CheckedRows, checkRows, type RowsToCheck } from './audit-links.ts';

export type Job = RowsToCheck & { id: number };
export type JobDone = CheckedRows & { id: number };

parentPort?.on('message', ({ id, ...job }: Job) => {
  parentPort?.postMessage({ id, ...checkRows(job) } satisfies JobDone);
});
