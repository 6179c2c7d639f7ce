import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the files of node_modules that the built server can load. Installs the tracer if it is missing. */
export function traceModules(projectDir: string): string[] {
  const folder = path.join(projectDir, 'scripts/release/trace');
  if (!existsSync(path.join(folder, 'node_modules'))) {
    execFileSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' });
  }
  const found = execFileSync(process.execPath, [path.join(folder, 'trace.mjs')], {
    ...{ encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  return found.split('\n');
}
