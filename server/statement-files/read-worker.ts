// Relative imports only: a worker thread loads this file without the conditions of `imports`.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { MAX_LISTED, MAX_STATEMENT_BYTES } from '../../contract/statements/rules.ts';
import { type PackedReading, packLines, summarize } from './packed-lines.ts';
import { readStatement } from './read.ts';
import type { TableOptions } from './table.ts';

export interface ReadJob {
  /** The thread reads the file, so that the server's thread neither holds nor copies megabytes. */
  file: string;
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

parentPort?.once('message', async ({ file, options }: ReadJob) => {
  if ((await stat(file)).size > MAX_STATEMENT_BYTES) {
    return send({ kind: 'done', reading: { kind: 'fault', fault: 'tooLarge', row: null } });
  }
  const bytes = await readFile(file);
  const reading = await readStatement(bytes, options);
  if (reading.kind !== 'lines') return send({ kind: 'done', reading });
  for (const lines of packLines(reading.lines)) send({ kind: 'part', lines });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  send({ kind: 'done', reading: summarize(reading, { sha256, listed: MAX_LISTED }) });
});
send({ kind: 'ready' });
