import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { syncFolder } from '../base/sync.ts';

/** Part of the name of a file that is being written, or that a crash left unfinished. */
export const UNFINISHED = '.incomplete-';

/** The file appears under its name only when it is complete and synced to disk. */
export async function writeWholeFile<Result>(
  file: string,
  work: (output: Writable) => Promise<Result>,
  nameFor: (result: Result) => string = () => file,
): Promise<Result> {
  const draft = `${file}${UNFINISHED}${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    // The stream syncs the file and closes it when all bytes are written.
    const result = await work(handle.createWriteStream({ flush: true }));
    await rename(draft, nameFor(result));
    await syncFolder(path.dirname(path.resolve(file)));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
