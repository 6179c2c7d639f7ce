import { constants, type Dirent } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { exists, incompletePrefix, removeLeftovers, renameUnlessThere } from './atomic-folder.ts';
import type { NativePackage } from './platform.ts';

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** The copy is made in a temporary folder, renamed when complete: a crash leaves no partial copy. */
export async function installRuntime(source: NativePackage, runtimeDir: string): Promise<string> {
  const installed = join(runtimeDir, source.release);
  if (await exists(installed)) return join(installed, 'bin');
  const copy = await mkdtemp(join(runtimeDir, incompletePrefix));
  await chmod(copy, 0o755);
  await copyTree(source.nativeDir, copy);
  await makeMissingLinks(source.nativeDir, copy);
  await renameUnlessThere(copy, installed);
  return join(installed, 'bin');
}

/** Removes other releases and interrupted copies. Only the holder of the server lock may call it. */
export async function removeOtherRuntimes(runtimeDir: string, release: string): Promise<void> {
  await removeLeftovers(runtimeDir);
  for (const entry of await readdir(runtimeDir)) {
    if (entry === release || entry.startsWith(incompletePrefix)) continue;
    await rm(join(runtimeDir, entry), { recursive: true, force: true });
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => copyEntry(entry, join(from, entry.name), join(to, entry.name))),
  );
}

async function copyEntry(entry: Dirent, source: string, target: string): Promise<void> {
  if (entry.isDirectory()) {
    await mkdir(target);
    await chmod(target, 0o755);
    await copyTree(source, target);
  } else if (entry.isSymbolicLink()) {
    await symlink(await readlink(source), target);
  } else if (!isForDevelopers(entry.name)) {
    await copyProgramFile(source, target);
  }
}

async function copyProgramFile(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  // The source's mode may be wrong after an installation with umask 077 or without file modes.
  await chmod(target, dirname(target).endsWith('/bin') ? 0o755 : 0o644);
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeMissingLinks(nativeDir: string, copy: string): Promise<void> {
  const links = linkList.parse(
    JSON.parse(await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8')),
  );
  for (const { source, target } of links) {
    const link = join(copy, relative('native', target));
    if (!(await exists(link))) await symlink(relative(dirname(target), source), link);
  }
}

function isForDevelopers(name: string): boolean {
  return name.endsWith('.a') || name.endsWith('.pc');
}
