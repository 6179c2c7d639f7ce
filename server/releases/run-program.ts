import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

interface Run {
  env: NodeJS.ProcessEnv;
  /** Gets the output of the program. */
  output: Writable;
}

/** Runs a program to its end. Throws Error with its name if it fails. */
export async function runProgram(
  [program = '', ...args]: string[],
  { env, output }: Run,
): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed (${signal ?? code}).`);
}
