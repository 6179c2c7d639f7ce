import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { installTools } from '../tools.ts';

/** Returns the files of node_modules that the built server can load. */
export function traceModules(): string[] {
  const program = path.join(installTools('release'), 'trace.mjs');
  const found = execFileSync(process.execPath, [program], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return found.split('\n');
}
