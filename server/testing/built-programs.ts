import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Takes the place of `platform/runtime/child-program.ts` in Vitest (`vitest.config.ts`). Threads and processes of the
 * server under test run its build, which the set-up keeps current: they start faster than with tsx.
 */

const repositoryDir = path.resolve(import.meta.dirname, '../..');

/** The built file of the module `name` next to the module `filename`. */
function builtFile(filename: string, name: string): string {
  const folder = path.relative(repositoryDir, path.dirname(filename));
  return path.join(repositoryDir, 'dist', folder, `${name}.js`);
}

export function childProgram(
  filename: string,
  name: string,
): { program: string; execArgv: string[] } {
  return { program: builtFile(filename, name), execArgv: [] };
}

export function workerProgram(filename: string, name: string): string {
  return `import(${JSON.stringify(pathToFileURL(builtFile(filename, name)).href)})`;
}
