import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';

export const PRIVATE_FOLDER = 0o700;
/** Longer than any upload takes. */
export const LEFT_OVER_AGE_MS = 60 * 60 * 1000;
const DRAFT = /^\..+\.tmp$/;

export async function newDraft(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  return path.join(folder, `.${randomUUID()}.tmp`);
}

export async function removeDraft(draft: string): Promise<void> {
  await unlink(draft).catch((error) => ifThere(error, undefined));
}

export async function removeDrafts(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readFolder(folder)) {
    if (!DRAFT.test(name)) continue;
    const draft = path.join(folder, name);
    const status = await statIfThere(draft);
    if (!status || status.mtime >= before) continue;
    await rm(draft, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}

export async function readFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => ifThere(error, []));
}

export async function statIfThere(file: string) {
  return stat(file).catch((error) => ifThere(error, undefined));
}

function ifThere<Missing>(error: NodeJS.ErrnoException, missing: Missing): Missing {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return missing;
  throw error;
}
