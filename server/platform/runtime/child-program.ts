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

function findTsx(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
