import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Returns the file of a program next to the module `filename`, and the options that Node.js needs to run it: none in a
 * build, and `tsx` when the sources run.
 */
export function childProgram(
  filename: string,
  name: string,
): { program: string; execArgv: string[] } {
  const isSource = filename.endsWith('.ts');
  const program = filename.replace(/[^/\\]+(\.[jt]s)$/, `${name}$1`);
  return { program, execArgv: isSource ? ['--import', findTsx()] : [] };
}

/**
 * Returns the source of a thread that runs the module `name` next to the module `filename`. In tests and in
 * development it is TypeScript, so the thread registers tsx itself; its imports have to be relative.
 */
export function workerProgram(filename: string, name: string): string {
  const file = filename.replace(/[^/\\]+(\.[jt]s)$/, `${name}$1`);
  const load = `import(${JSON.stringify(pathToFileURL(file).href)})`;
  if (!filename.endsWith('.ts')) return load;
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/cjs$/, 'mjs');
  const tsx = JSON.stringify(pathToFileURL(api).href);
  return `import(${tsx}).then(({ register }) => { register(); return ${load}; })`;
}

function findTsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
