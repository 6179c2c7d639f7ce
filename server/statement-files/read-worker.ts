// Relative imports only: a worker thread loads this file without the conditions of `imports`.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { MAX_LISTED } from '../../contract/statements/rules.ts';
import { type PackedReading, packLines, summarize } from './packed-lines.ts';
import { readStatement } from './read.ts';
import type { TableOptions } from './table.ts';

export interface ReadJob {
  bytes: Uint8Array;
  options: TableOptions;
}

/** Lines are sent in parts of JSON, because the receiver must not be blocked by one large message. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'part'; lines: string }
  | { kind: 'done'; reading: PackedReading };

/** About a third of the processor time of a busy server thread. */
const PRIORITY = 5;

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

// Requests come first. On other systems it would change the whole process.
if (process.platform === 'linux') setPriority(PRIORITY);

parentPort?.once('message', async ({ bytes, options }: ReadJob) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reading = await readStatement(buffer, options);
  if (reading.kind !== 'lines') return send({ kind: 'done', reading });
  for (const lines of packLines(reading.lines)) send({ kind: 'part', lines });
  send({ kind: 'done', reading: summarize(reading, MAX_LISTED) });
});
send({ kind: 'ready' });
