import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';

const projectDir = path.resolve(import.meta.dirname, '..');
/** A copy of the lock from which the tools were installed. */
const MARK = 'node_modules/.installed-lock.json';

/**
 * Returns the folder of a package of tools, `tools/<name>`. Installs it first if it is missing or differs from its lock. Tools of one
 * script are in such a package, so that `npm ci` does not install them for everyone. Throws Error if they cannot be downloaded.
 */
export function installTools(name: string, toolsDir = path.join(projectDir, 'tools')): string {
  const folder = path.join(toolsDir, name);
  if (isInstalled(folder)) return folder;
  console.error(`Installing tools/${name} ...`);
  // In another folder, and then moved: processes that install it simultaneously do not disturb each other.
  const cacheDir = path.join(toolsDir, '.cache');
  mkdirSync(cacheDir, { recursive: true });
  const fresh = mkdtempSync(path.join(cacheDir, `tools-${name}-`));
  try {
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(folder, file), path.join(fresh, file));
    runNpm(fresh, name);
    cpSync(path.join(fresh, 'package-lock.json'), path.join(fresh, MARK));
    replaceModules(folder, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Whether the lock is still the one from which the tools were installed. */
function isInstalled(folder: string): boolean {
  const mark = path.join(folder, MARK);
  const read = (file: string) => readFileSync(file, 'utf8');
  return existsSync(mark) && read(mark) === read(path.join(folder, 'package-lock.json'));
}

function runNpm(folder: string, name: string): void {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict'];
  try {
    execFileSync('npm', ['ci', ...options], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      `npm could not install tools/${name}. Run this again with a connection to npm's registry.`,
      { cause: error },
    );
  }
}

function replaceModules(folder: string, fresh: string): void {
  const modules = path.join(folder, 'node_modules');
  // Another process may already run what it installed meanwhile.
  if (isInstalled(folder)) return;
  try {
    renameSync(modules, path.join(fresh, 'replaced'));
  } catch {
    // There were none, or another process has just moved them.
  }
  try {
    renameSync(path.join(fresh, 'node_modules'), modules);
  } catch (error) {
    // Another process was faster.
    if (!isInstalled(folder)) throw error;
  }
}
