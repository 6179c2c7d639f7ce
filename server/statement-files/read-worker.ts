// Relative imports only: a worker thread loads this file without the conditions of `imports`.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readStatement } from './read.ts';
import type { Reading, Statement } from './reading.ts';
import type { TableOptions } from './table.ts';

export interface ReadJob {
  bytes: Uint8Array;
  options: TableOptions;
}

/** Lines are sent in parts, because the receiver must not be blocked by one large message. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'part'; lines: Statement['lines'] }
  | { kind: 'done'; reading: Reading };

const LINES_PER_PART = 500;
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
  for (let at = 0; at < reading.lines.length; at += LINES_PER_PART) {
    send({ kind: 'part', lines: reading.lines.slice(at, at + LINES_PER_PART) });
  }
  send({ kind: 'done', reading: { ...reading, lines: [] } });
});
send({ kind: 'ready' });
