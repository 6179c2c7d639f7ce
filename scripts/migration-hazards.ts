import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Those before had landed when the check began. */
const FIRST_CHECKED = '0017';
/** The connection that migrates has a lock timeout, drizzle opens the transaction, and types are the schema's matter. */
const LEFT_OUT = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-text-field',
  'ban-char-field',
];

/** The migrations that have to bear servers of the version before, which run while they are applied. */
export function listChecked(projectDir: string): string[] {
  const folder = path.join(projectDir, 'server/db/migrations');
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && name >= FIRST_CHECKED,
  );
  return names.map((name) => path.join(folder, name));
}

/**
 * What in these files the running servers of the version before do not bear, or wait for: columns that go or are
 * renamed, required ones without a default, scans and rewrites under a lock. A line `-- squawk-ignore <rule>` with a
 * reason lets the statement after it through.
 */
export async function findHazards(files: string[], projectDir: string): Promise<string> {
  if (files.length === 0) return '';
  const program = path.join(projectDir, 'node_modules/squawk-cli/js/bin/squawk');
  const options = ['--pg-version=15', '--assume-in-transaction', '--reporter=gcc'];
  const args = [program, ...options, `--exclude=${LEFT_OUT.join(',')}`, ...files];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve(error ? stdout || stderr || error.message : '');
    });
  });
}
