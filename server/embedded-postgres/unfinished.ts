import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '#server/lib/files/sync.ts';
import { errorCode } from './errors.ts';

/** Names of folders that are not finished; finished ones are renamed. */
export const incompletePrefix = 'incomplete-';
const leftoverAgeMs = 10 * 60_000;

/** Removes unfinished work in a folder, but not that of another server which is starting just now. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    if (!entry.startsWith(incompletePrefix)) continue;
    if (Date.now() - (await stat(path)).mtimeMs < leftoverAgeMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** Renames a finished folder into place, durably; if another process was first, its work stays. */
export async function renameUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
    await syncFolder(dirname(to));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    await rm(from, { recursive: true, force: true });
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
