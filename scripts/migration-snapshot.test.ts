import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findSnapshotFaults, keepNewestSnapshot } from './migration-snapshot.ts';
import { installTools } from './tools.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

let dir: string;
let metaDir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'wallet-snapshot-'));
  metaDir = path.join(dir, 'meta');
  cpSync(path.join(projectDir, 'server/db/migrations'), dir, { recursive: true });
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

/** Runs drizzle-kit on the copy, and returns what it prints. */
function generate(): string {
  const program = path.join(installTools('migration'), 'node_modules/drizzle-kit/bin.cjs');
  const schema = '--schema=./server/db/schema/*.ts';
  const args = [
    program,
    'generate',
    '--dialect=postgresql',
    schema,
    `--out=${path.relative(projectDir, dir)}`,
  ];
  return execFileSync(process.execPath, args, { cwd: projectDir, encoding: 'utf8' });
}

test('drizzle-kit reads the short snapshot, and no change of the schema lacks its migration', () => {
  expect(generate()).toContain('No schema changes');
});

test('after a migration, keeps the newest snapshot and shortens it', () => {
  const [name = ''] = readdirSync(metaDir).filter((file) => file.endsWith('_snapshot.json'));
  const file = path.join(metaDir, name);
  const snapshot = JSON.parse(readFileSync(file, 'utf8'));
  const { 'public.banks': _, ...tables } = snapshot.tables;
  writeFileSync(file, JSON.stringify({ ...snapshot, tables }));
  expect(findSnapshotFaults(metaDir)).toContain('npm run migration');
  generate();
  expect(findSnapshotFaults(metaDir)).toContain('npm run migration');
  keepNewestSnapshot(metaDir);
  expect(findSnapshotFaults(metaDir)).toBe('');
  const [kept = '', ...more] = readdirSync(metaDir).filter((one) => one.endsWith('_snapshot.json'));
  expect(more).toEqual([]);
  const { tables: after } = JSON.parse(readFileSync(path.join(metaDir, kept), 'utf8'));
  expect(after).toEqual(snapshot.tables);
});
