import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestDir } from '#server/testing/embedded-child.ts';
import { exists } from './atomic-folder.ts';
import { findPostmaster, removeMisleadingLockFiles } from './postmaster.ts';

async function clusterWithPidFile(content: string): Promise<string> {
  const clusterDir = await makeTestDir();
  await writeFile(join(clusterDir, 'postmaster.pid'), content);
  return clusterDir;
}

test('removes a postmaster.pid whose pid belongs to another process', async () => {
  const clusterDir = await clusterWithPidFile(`${process.pid}\n`);
  expect(await findPostmaster(clusterDir)).toBeUndefined();
  await removeMisleadingLockFiles({ clusterDir, socketDir: clusterDir });
  expect(await exists(join(clusterDir, 'postmaster.pid'))).toBe(false);
});

test('removes a stale socket lock file', async () => {
  const clusterDir = await makeTestDir();
  const lockFile = join(clusterDir, '.s.PGSQL.5432.lock');
  await writeFile(lockFile, `${process.pid}\n`);
  await removeMisleadingLockFiles({ clusterDir, socketDir: clusterDir });
  expect(await exists(lockFile)).toBe(false);
});

test('removes an old empty pid file and keeps a new one', async () => {
  const clusterDir = await clusterWithPidFile('');
  const pidFile = join(clusterDir, 'postmaster.pid');
  await removeMisleadingLockFiles({ clusterDir, socketDir: clusterDir });
  expect(await exists(pidFile)).toBe(true);
  await utimes(pidFile, 0, 0);
  await removeMisleadingLockFiles({ clusterDir, socketDir: clusterDir });
  expect(await exists(pidFile)).toBe(false);
});

test('keeps the pid file of an ended process, which PostgreSQL itself handles', async () => {
  const clusterDir = await clusterWithPidFile('4194305\n');
  expect(await findPostmaster(clusterDir)).toBeUndefined();
  await removeMisleadingLockFiles({ clusterDir, socketDir: clusterDir });
  expect(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).toBe('4194305\n');
});
