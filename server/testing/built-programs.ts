import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Takes the place of `base/child-program.ts` in Vitest (`vitest.config.ts`). Threads and processes of the
 * server under test run its build, which the set-up keeps current: they start faster than with tsx.
 */

const builtDir = path.resolve(import.meta.dirname, '../../dist/server');

function fileOf(name: string): string {
  return path.join(builtDir, `${name}.js`);
}

export function childProgram(name: string): { program: string; execArgv: string[] } {
  return { program: fileOf(name), execArgv: [] };
}

export function workerProgram(name: string): string {
  return `import(${JSON.stringify(pathToFileURL(fileOf(name)).href)})`;
}
