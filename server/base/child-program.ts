import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProjectDir } from './project.ts';

const isSource = import.meta.filename.endsWith('.ts');

/** Returns the file of a program by its path in server/. In a build, this module is part of another file. */
function fileOf(name: string): string {
  const projectDir = findProjectDir(import.meta.dirname);
  return path.join(projectDir, isSource ? `server/${name}.ts` : `dist/server/${name}.js`);
}

/**
 * Returns the file of the program `name`, a path in server/ without extension, and the options that Node.js needs to
 * run it: none in a build, and `tsx` when the sources run.
 */
export function childProgram(name: string): { program: string; execArgv: string[] } {
  return { program: fileOf(name), execArgv: isSource ? ['--import', findTsx()] : [] };
}

/**
 * Returns the source of a thread that runs the module `name`, a path in server/ without extension. In development it is
 * TypeScript, so the thread registers tsx itself; its imports have to be relative.
 */
export function workerProgram(name: string): string {
  const load = `import(${JSON.stringify(pathToFileURL(fileOf(name)).href)})`;
  if (!isSource) return load;
  const api = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/cjs$/, 'mjs');
  const tsx = JSON.stringify(pathToFileURL(api).href);
  return `import(${tsx}).then(({ register }) => { register(); return ${load}; })`;
}

function findTsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
