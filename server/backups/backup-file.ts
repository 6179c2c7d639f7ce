import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { syncFolder } from '../lib/files/sync.ts';

/** In the names of files that are still being written, or that a crash left. */
export const UNFINISHED = '.incomplete-';

/** Writes a file that is whole and durable under its name, or not there under that name at all. */
export async function writeWholeFile<Result>(
  file: string,
  work: (output: Writable) => Promise<Result>,
): Promise<Result> {
  const draft = `${file}${UNFINISHED}${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    // It closes the file when all is written, after syncing it.
    const result = await work(handle.createWriteStream({ flush: true }));
    await rename(draft, file);
    await syncFolder(path.dirname(path.resolve(file)));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
