import { mkdir, readdir, readlink, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestDir } from '#server/testing/embedded-child.ts';
import { installRuntime, removeOtherRuntimes } from './install.ts';

async function buildNativePackage(): Promise<{
  nativeDir: string;
  release: string;
  majorVersion: number;
}> {
  const nativeDir = await makeTestDir();
  await mkdir(join(nativeDir, 'bin'));
  await mkdir(join(nativeDir, 'lib'));
  await writeFile(join(nativeDir, 'bin/postgres'), 'program', { mode: 0o600 });
  await writeFile(join(nativeDir, 'lib/libpq.so.5.18'), 'library');
  await writeFile(join(nativeDir, 'lib/libpq.a'), 'for developers');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(nativeDir, 'pg-symlinks.json'), JSON.stringify(links));
  return { nativeDir, release: '18.0-test', majorVersion: 18 };
}

test('copies PostgreSQL with its links and world-executable modes, whatever the modes of the source', async () => {
  const runtimeDir = await makeTestDir();
  const binDir = await installRuntime(await buildNativePackage(), runtimeDir);
  expect((await stat(join(binDir, 'postgres'))).mode & 0o777).toBe(0o755);
  expect(await readlink(join(binDir, '../lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect((await readdir(join(binDir, '../lib'))).sort()).toEqual(['libpq.so.5', 'libpq.so.5.18']);
});

test('two concurrent copies of one release result in one', async () => {
  const runtimeDir = await makeTestDir();
  const source = await buildNativePackage();
  await Promise.all([installRuntime(source, runtimeDir), installRuntime(source, runtimeDir)]);
  expect(await readdir(runtimeDir)).toEqual(['18.0-test']);
});

test('removes other releases and interrupted copies, but not copies in progress', async () => {
  const runtimeDir = await makeTestDir();
  await installRuntime(await buildNativePackage(), runtimeDir);
  for (const name of ['17.0-test', 'incomplete-old', 'incomplete-new']) {
    await mkdir(join(runtimeDir, name));
  }
  await utimes(join(runtimeDir, 'incomplete-old'), 0, 0);
  await removeOtherRuntimes(runtimeDir, '18.0-test');
  expect((await readdir(runtimeDir)).sort()).toEqual(['18.0-test', 'incomplete-new']);
});
