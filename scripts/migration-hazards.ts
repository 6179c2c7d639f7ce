import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { installTools } from './tools.ts';

/** The baseline is applied to empty databases only. */
const FIRST_CHECKED = '0001';
/** Excluded: the migrating connection sets the lock timeout, drizzle opens the transaction, and the schema decides the types. */
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

/** The checked migrations: servers of the previous version run while they are applied. */
export function listChecked(projectDir: string): string[] {
  const folder = path.join(projectDir, 'server/db/migrations');
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && name >= FIRST_CHECKED,
  );
  return names.map((name) => path.join(folder, name));
}

/**
 * Returns the statements that break or block running servers of the previous version: dropped or renamed
 * columns, required ones without a default, scans and rewrites under a lock. A line `-- squawk-ignore <rule>` with a
 * reason allows the statement after it.
 */
export async function findHazards(files: string[]): Promise<string> {
  if (files.length === 0) return '';
  const program = path.join(installTools('check'), 'node_modules/squawk-cli/js/bin/squawk');
  const options = ['--pg-version=15', '--assume-in-transaction', '--reporter=gcc'];
  const args = [program, ...options, `--exclude=${LEFT_OUT.join(',')}`, ...files];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve(error ? stdout || stderr || error.message : '');
    });
  });
}
