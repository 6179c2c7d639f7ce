import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '#server/base/sync.ts';
import { errorCode } from './errors.ts';

/** Name prefix of incomplete folders. Complete ones are renamed. */
export const incompletePrefix = 'incomplete-';
const leftoverAgeMs = 10 * 60_000;

/** Removes old incomplete folders. Keeps recent ones, which another starting server may be writing. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    if (!entry.startsWith(incompletePrefix)) continue;
    if (Date.now() - (await stat(path)).mtimeMs < leftoverAgeMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** Durably renames a complete folder into place. If another process was first, keeps that one's folder. */
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
