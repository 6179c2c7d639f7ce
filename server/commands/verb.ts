import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import { onStopSignal } from '../lib/stop-signals.ts';

/** Where a command reads and writes; a test hands in its own. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  input: Readable;
  /** What was asked for. */
  output: Writable;
  /** Progress, and why something failed. */
  errors: Writable;
}

/** What follows the verb on the command line. */
export interface Arguments {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Verb {
  /** How it is written, after `wallet`; one line for each form. */
  usage: string[];
  summary: string;
  /** What `--help` says besides. */
  details?: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Returns the exit code. Throws UsageError, or Error with a sentence for the operator. */
  run(given: Arguments, terminal: Terminal): Promise<number>;
}

/** Does what takes long, with a signal that comes when the command is told to stop. */
export async function untilStopped<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const listenNoMore = onStopSignal(() => stop.abort(new Error('It was stopped.')));
  try {
    return await work(stop.signal);
  } finally {
    listenNoMore();
  }
}

/** The command line itself is wrong. */
export class UsageError extends Error {}

export function print(stream: Writable, line: string): void {
  stream.write(`${line}\n`);
}
