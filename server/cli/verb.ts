import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import { onStopSignal } from '../base/stop-signals.ts';

/** The streams and environment of a command; tests pass their own. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  input: Readable;
  /** Receives the command's result. */
  output: Writable;
  /** Receives progress and error messages. */
  errors: Writable;
}

/** The arguments after the verb. */
export interface Arguments {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Verb {
  /** Usage lines without `wallet`, one for each form. */
  usage: string[];
  summary: string;
  /** Further text of `--help`. */
  details?: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Returns the exit code. Throws UsageError, or Error with a sentence for the operator. */
  run(given: Arguments, terminal: Terminal): Promise<number>;
}

/** Runs long work with a signal that aborts on SIGINT or SIGTERM. */
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

/** Thrown if the command line is invalid. */
export class UsageError extends Error {}

export function print(stream: Writable, line: string): void {
  stream.write(`${line}\n`);
}
