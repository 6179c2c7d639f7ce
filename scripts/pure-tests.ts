import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['contract', 'scripts', 'server', 'web'];
/** Modules of `server/testing/` without a database, a server or the built programs. */
const PURE_HELPERS = ['certificates', 'clock', 'png', 'random', 'statement-files'];
/** They start built programs by way of other modules. */
const IMPURE = ['server/backups/encryption.test.ts', 'server/cli/statement.test.ts'];
const HELPER = /from '[^']*\/testing\/([\w-]+)\.ts'/g;
/** Takes the database of the run, replaces modules, or starts the built programs. */
const NEEDS_MORE = /\binject\(|\bvi\.mock\(|\bdist\/|in-worker|image-work|spawn/;

/** Returns the test files that need neither a database nor a build, as paths from the project's folder. */
export function listPureTests(projectDir: string): string[] {
  return FOLDERS.flatMap((folder) => listTests(path.join(projectDir, folder)))
    .filter((file) => isPure(readFileSync(file, 'utf8')))
    .map((file) => path.relative(projectDir, file))
    .filter((file) => !IMPURE.includes(file));
}

function listTests(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listTests(file);
    return /\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

function isPure(text: string): boolean {
  if (NEEDS_MORE.test(text)) return false;
  return Array.from(text.matchAll(HELPER), ([, name = '']) => name).every((name) =>
    PURE_HELPERS.includes(name),
  );
}
